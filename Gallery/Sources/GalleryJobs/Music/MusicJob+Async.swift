import Errands

extension MusicJob {
  /// Straight on: wait for the answer, then read it.
  func chartByAsync() -> Errand<Chart> {
    Errand(name) { try await load() }
  }

  private func load() async throws -> Chart {
    let fetched = try await fetcher.data(for: request).value()
    return try chart(from: fetched)
  }
}

import Errands

extension MusicJob {
  /// Straight on: wait for the answer, then read it.
  func chartByAsync() -> Errand<Chart> {
    Errand(name) { progress in
      let fetched = try await fetcher.data(for: request).value(reporting: progress)
      return try chart(from: fetched)
    }
  }
}

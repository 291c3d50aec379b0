import Errands

extension Run {
  /// Waits for the run, and gives its outcome.
  func settled() async -> Outcome {
    do { return .success(try await value) } catch { return .failure(error) }
  }
}

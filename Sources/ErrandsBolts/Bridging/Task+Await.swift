import Errands

extension Task {
  /// Waits for the result, or throws the task's error; `CancellationError` where the task was cancelled.
  ///
  /// A waiting task of Swift's own that is cancelled leaves at once, and cancels this one where nobody else waits
  /// for it: down the chain to the work at its beginning.
  ///
  /// - Throws: Also `AbandonedError`, where the task's source was dropped.
  public var value: TResult {
    get async throws { try await settled().get() }
  }
}

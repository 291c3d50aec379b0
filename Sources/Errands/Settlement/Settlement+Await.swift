extension Settlement {
  /// The outcome, whenever it comes. The only place in the package that holds a continuation: the cell calls
  /// each handler exactly once, even when the cell itself goes away, so this one is resumed exactly once.
  ///
  /// The continuation only wakes, and the outcome is read under the lock. Handed over by a continuation that
  /// is resumed before its task has gone to sleep, the value is as safe, but the thread sanitizer does not see
  /// why, and reports a race on it.
  ///
  /// Cancelling the waiting task does not end the wait; `onCancel` is what does, by settling the cell.
  @inlinable
  package func settled(onCancel: @Sendable () -> Void) async -> Outcome {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        whenSettled { _ in continuation.resume() }
      }
    } onCancel: {
      onCancel()
    }
    return outcome ?? .failure(AbandonedError(origin: nil))
  }

  /// Waits for the value. Cancelling the waiting task settles the cell with `CancellationError`: it is for one
  /// who waits on a cell of its own.
  @inlinable
  package func value() async throws -> Value {
    try await settled { settle(.failure(CancellationError())) }.get()
  }
}

extension Settlement {
  /// The outcome, whenever it comes; nil where the waiting task was cancelled before. The only place in the
  /// core that makes a continuation.
  ///
  /// The continuation only wakes, and the outcome is read under the lock. Handed over by a continuation that
  /// is resumed before its task has gone to sleep, the value is as safe, but the thread sanitizer does not
  /// see why, and reports a race on it.
  ///
  /// - Parameters:
  ///   - begin: Called when the task waits: starts the work whose outcome it waits for.
  ///   - onCancel: Called where the waiting task is cancelled. True where the task is to give up, which
  ///     leaves nothing behind; false where it waits for the outcome of the cancellation.
  @inlinable
  package func outcomeToCome(
    begin: () -> Void = {},
    onCancel: @Sendable () -> Bool
  ) async -> Outcome? {
    let waiter = WaitingTask()
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        waiter.sleep(continuation)
        let waits = add(waiter)
        begin()
        if !waits { continuation.resume() }
      }
    } onCancel: {
      if onCancel(), remove(waiter) { waiter.wake(nil) }
    }
    return outcome
  }

  /// As above, for a task that waits for the outcome even when it is cancelled, which `onCancel` has to bring
  /// about.
  @inlinable
  package func settled(onCancel: @Sendable () -> Void) async -> Outcome {
    let outcome = await outcomeToCome(onCancel: {
      onCancel()
      return false
    })
    return outcome ?? .failure(AbandonedError(origin: nil))
  }

  /// Waits for the value.
  ///
  /// - Throws: The cell's error; `CancellationError`, at once, where the waiting task is cancelled. The cell
  ///   stays as it is then.
  @inlinable
  package func value() async throws -> Value {
    guard let outcome = await outcomeToCome(onCancel: { true }) else { throw CancellationError() }
    return try outcome.get()
  }
}

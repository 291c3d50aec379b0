import Errands

extension Task {
  /// Waits for the result, or throws the task's error; `CancellationError` where the task was cancelled.
  ///
  /// A waiting task of Swift's own that is cancelled leaves at once, and cancels this one where nothing else waits
  /// for it: down the chain to the work at its beginning.
  ///
  /// - Throws: Also `AbandonedError`, where the task's source was dropped.
  public var value: TResult {
    get async throws { try await settled().get() }
  }
}

extension Task {
  /// Blocks the thread until the task has ended. In asynchronous code, await ``value`` instead.
  ///
  /// On the main thread it prints a warning, for nothing moves on the screen meanwhile. A task that nothing can
  /// end any more, because its completion source was dropped, is not waited for.
  @available(
    *,
    noasync,
    message: "Await the task's value; blocking a thread of Swift's pool may stop them all."
  )
  public func waitUntilCompleted() {
    if CurrentThread.isMain {
      print("Warning: the main thread is blocked until a task has ended: \(debugDescription)")
    }
    _ = waitForOutcome()
  }
}

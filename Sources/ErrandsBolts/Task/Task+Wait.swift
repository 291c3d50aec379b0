import Errands

extension Task {
  /// Blocks the thread until the task has ended. In asynchronous code, await ``value`` instead.
  ///
  /// On the main thread it prints a warning, for nothing moves on the screen meanwhile. A task that nobody can
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

import Errands

extension Task {
  /// Calls the handler with how far the work has come, where the task's beginning is an errand, until the work
  /// has ended; the last report comes before the task's end. On a concurrent queue, which keeps no order, and on an
  /// executor of your own (`closure`, `escapingClosure`, `delivery`), of which nothing is known, a report that has not begun
  /// by then is dropped.
  ///
  /// It hears of the work that is under way now, and not of what a later continuation begins. With
  /// ``Executor/default`` and ``Executor/immediate`` it is called on the thread that reports.
  @preconcurrency
  @_disfavoredOverload
  public func onProgress(
    _ executor: Executor = .default,
    _ handler: @escaping @Sendable (RunProgress) -> Void
  ) {
    observeProgress(on: executor.progressDelivery, handler)
  }

  /// As with ``Executor/mainThread``, with a handler that belongs to the main actor.
  @available(swift, introduced: 6)
  public func onProgress(
    _ mainThread: MainThread,
    _ handler: @escaping @MainActor @Sendable (RunProgress) -> Void
  ) {
    onProgress(Executor.mainThread) { progress in
      MainActor.assumeIsolated { handler(progress) }
    }
  }
}

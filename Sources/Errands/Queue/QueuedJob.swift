/// One work as its queue sees it, whatever its value.
package protocol QueuedJob: AnyObject, Sendable {
  /// Begins the work; `settled` is called once, when the place that it holds is free again.
  func start(settled: @escaping @Sendable () -> Void)

  /// Settles the work's run with an error. No effect on one that has settled.
  func stop(with error: any Error)
}

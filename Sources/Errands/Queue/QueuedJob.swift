/// One work as its queue sees it, whatever its value.
package protocol QueuedJob: AnyObject, Sendable {
  /// Begins the work, elsewhere where that may take long. It gives the turn back once, when the place is free again.
  func start(_ turn: QueueTurn)

  /// Keeps the subscription to a dependency, which is to be cancelled when the work has ended.
  func keep(_ subscription: any Cancellable)

  /// Settles the work's run with an error. No effect on one that has settled.
  func stop(with error: any Error)
}

extension QueuedJob {
  package func keep(_ subscription: any Cancellable) {}
}

/// One work as its queue sees it, whatever its value.
package protocol QueuedJob: AnyObject, Sendable {
  /// Begins the work. It gives the turn back once, when the place is free again.
  func start(_ turn: QueueTurn)

  /// Settles the work's run with an error. No effect on one that has settled.
  func stop(with error: any Error)
}

/// One work as its queue sees it, whatever its value.
package protocol QueuedJob: AnyObject, Sendable {
  /// Begins the work, elsewhere where that may take long. It gives the turn back once, when the place is free
  /// again.
  func start(_ turn: WorkSlot)

  /// Keeps the subscription to a dependency, which is to be cancelled when the work has ended.
  func keep(_ subscription: any Cancellable)

  /// Settles the work's run with an error. No effect on a run that has settled.
  func stop(with error: any Error)
}

extension QueuedJob {
  package func keep(_ subscription: any Cancellable) {}
}

/// A place in a ``WorkQueue``, for the job that has it. It keeps the queue alive, so that the end of the job
/// starts the next one.
package struct WorkSlot: Sendable {
  private let queue: WorkQueue
  private let id: WorkID

  init(in queue: WorkQueue, of id: WorkID) {
    self.queue = queue
    self.id = id
  }

  var queueID: ObjectIdentifier { ObjectIdentifier(queue) }

  /// Gives the place back, and starts the next job.
  package func end() { queue.finish(id) }
}

/// By what one work is known in its queue.
@usableFromInline
package typealias WorkID = SlotIndex

/// A place in a ``WorkQueue``, for the job that has it. Whoever has one holds the queue, so that its end starts the next.
package struct QueueTurn: Sendable {
  private let queue: WorkQueue
  private let ticket: WorkTicket

  init(in queue: WorkQueue, of ticket: WorkTicket) {
    self.queue = queue
    self.ticket = ticket
  }

  var queueID: ObjectIdentifier { ObjectIdentifier(queue) }

  /// Gives the place back, and starts the next job.
  package func end() { queue.finish(ticket) }
}

/// One work in a ``WorkQueue``: its run, its priority, and the way to cancel it.
public final class QueuedWork<Value: Sendable>: Sendable {
  /// The run of the work, from the moment at which it was added: it settles when the work has, or without the
  /// work where that is cancelled or a dependency fails.
  public let run: Run<Value>
  @usableFromInline let queue: WorkQueue
  @usableFromInline let ticket: WorkTicket
  @usableFromInline let current: Lock<WorkPriority>

  @inlinable
  init(run: Run<Value>, queue: WorkQueue, ticket: WorkTicket, priority: WorkPriority) {
    self.run = run
    self.queue = queue
    self.ticket = ticket
    current = Lock(priority)
  }

  /// A change takes effect while the work waits: it goes behind those of its new priority that wait already.
  public var priority: WorkPriority {
    get { current.withLock { $0 } }
    set {
      current.withLock { priority in
        priority = newValue
        queue.move(ticket, to: newValue)
      }
    }
  }

  /// Settles the run as cancelled, at once. Work that waits never starts; work that runs is stopped.
  public func cancel() { run.cancel() }
}

extension QueuedWork: Cancellable {}

extension QueuedWork: WorkDependency {
  public func whenSettled(notifying dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void) {
    run.whenSettled(notifying: dependent)
  }

  public func subscribe(_ dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void) -> any Cancellable
  {
    run.subscribe(dependent)
  }
}

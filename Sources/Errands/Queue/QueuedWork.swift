/// One work in a ``WorkQueue``: its run, its priority, and the way to cancel it.
public final class QueuedWork<Value: Sendable>: Sendable {
  /// The run of the work, from the moment at which it was added: it settles when the work has, or without the
  /// work where that is cancelled or a dependency fails.
  public let run: Run<Value>
  /// Kept alive by the work.
  @usableFromInline let queue: WorkQueue

  @inlinable
  init(run: Run<Value>, queue: WorkQueue) {
    self.run = run
    self.queue = queue
  }

  /// The run's priority. A work that waits goes behind those of its new priority that wait already.
  public var priority: WorkPriority {
    get { run.priority }
    set { run.priority = newValue }
  }

  /// Settles the run as cancelled, at once. Work that waits never starts; work that runs is stopped.
  public func cancel() { run.cancel() }
}

extension QueuedWork: Cancellable {}

extension QueuedWork: WorkDependency {
  /// Calls the handler once when the run has settled, or now; see ``WorkDependency/whenSettled(notifying:)``.
  public func whenSettled(notifying dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void) {
    run.whenSettled(notifying: dependent)
  }

  /// As ``whenSettled(notifying:)``, for a dependent that may cancel its subscription.
  public func subscribe(_ dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void) -> any Cancellable
  {
    run.subscribe(dependent)
  }

  /// Raises the run to this priority. No effect where it has a higher one.
  public func raise(to priority: WorkPriority) { run.raise(to: priority) }
}

/// What queued work can wait for: other queued work, in whichever queue, or any run.
public protocol WorkDependency: Sendable {
  /// Calls the handler once, when the work has settled, or now, if it has already: with nil after a success,
  /// else with the error. On any thread; do not block in it.
  func whenSettled(notifying dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void)

  /// As ``whenSettled(notifying:)``, for a dependent that may lose interest. By default the cancelled
  /// subscription gives nothing back.
  ///
  /// - Returns: What ends the subscription when it is cancelled: the handler is let go of, and not called any
  ///   more.
  func subscribe(_ dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void) -> any Cancellable

  /// Work of this priority waits. By default no effect.
  func raise(to priority: WorkPriority)
}

extension WorkDependency {
  /// Registers the handler for good: cancelling what it gives has no effect.
  public func subscribe(_ dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void) -> any Cancellable
  {
    whenSettled(notifying: dependent)
    return NoSubscription()
  }

  /// No effect.
  public func raise(to priority: WorkPriority) {}
}

private struct NoSubscription: Cancellable {
  func cancel() {}
}

extension Run: WorkDependency {
  /// Calls the handler once when the run has settled, or now, on the thread that settles it.
  @inlinable
  public func whenSettled(notifying dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void) {
    // On the settlement itself: a dependent does not wait until the run's owner has been told.
    settlement.whenSettled { outcome in dependent(outcome.failure) }
  }

  /// As ``whenSettled(notifying:)``, for a dependent that may cancel its subscription. As long as it does not, the
  /// priority of work that waits by it raises the run whenever it becomes higher.
  public func subscribe(_ dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void) -> any Cancellable
  {
    // Not woken with the run's awaiters: the end of a dependent is told to its handlers, which may take long.
    let waiter = WaitingHandler<Value> { dependent($0.failure) }
    if !settlement.add(waiter) { dependent(outcome?.failure) }
    return Subscription(run: self, waiter: waiter)
  }

  /// Raises the run to this priority. No effect where it has a higher one.
  public func raise(to priority: WorkPriority) { escalate(to: priority) }

  private struct Subscription: RaisingSubscription {
    let run: Run
    let waiter: Waiter

    func cancel() { run.settlement.remove(waiter) }
    func raise(to priority: WorkPriority) { run.escalate(to: priority) }
  }
}

/// A subscription by which the dependent raises what it waits for.
protocol RaisingSubscription: Cancellable {
  func raise(to priority: WorkPriority)
}

import Errands

/// One subscription to the events of an errand, and its run.
final class RunEventSubscription<Downstream: Subscriber, Value: Sendable>: EventReceiver<Value>, Subscription,
  @unchecked Sendable
where Downstream.Input == RunEvent<Value>, Downstream.Failure == Never {
  // Sendable: nothing changes but what lies in the outlet, under its lock.
  private let publisher: RunEventPublisher<Value>
  private let outlet: Outlet<Downstream, RunInSubscription>

  init(_ publisher: RunEventPublisher<Value>, for downstream: Downstream) {
    self.publisher = publisher
    outlet = Outlet(downstream, RunInSubscription())
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let (begins, isDue) = outlet.prepare { outlet, run in
      outlet.request(demand)
      return (run.begin(), outlet.isDue)
    }
    if begins { begin() }
    if isDue { deliver() }
  }

  /// Where the events come, and not on the thread that asks for them.
  private func deliver() {
    guard let enqueue = publisher.delivery.enqueue else { return goOn() }
    let receiver: EventReceiver<Value> = self
    let last = LastDelivery { receiver.cancel() }
    enqueue { withExtendedLifetime(last) { receiver.goOn() } }
  }

  override func goOn() { outlet.change { _, _ in } }

  override func cancel() {
    outlet.cancel()
    outlet.withOwn { $0.end() }?.cancel()
  }

  /// Progress that the subscriber has not asked for yet makes way for newer progress.
  override func receive(_ event: RunEvent<Value>) {
    switch event {
    case .progress: outlet.change { outlet, _ in outlet.offer(event, surplus: .replaces) }
    case .settled:
      let run = outlet.change { outlet, run in
        _ = outlet.offer(event, surplus: .waits)
        outlet.finish(.finished)
        return run.end()
      }
      withExtendedLifetime(run) {}
    }
  }

  /// What waits is given to the subscriber all the same, when it asks for it.
  override func abandon() {
    let (run, isDue) = outlet.prepare { outlet, run in
      outlet.finish(nil)
      return (run.end(), outlet.isDue)
    }
    withExtendedLifetime(run) { if isDue { deliver() } }
  }

  private func begin() {
    let receiver: EventReceiver<Value> = self
    _ = publisher.errand.begin(tiedTo: publisher.scope) { [delivery = publisher.delivery] run in
      run.onProgress(on: delivery) { receiver.receive(.progress($0)) }
      let last = LastDelivery { receiver.abandon() }
      run.whenSettled(on: delivery) { outcome in
        withExtendedLifetime(last) { receiver.receive(.settled(outcome)) }
      }
      if !outlet.withOwn({ $0.keep(run) }) { run.cancel() }
    }
  }
}

/// Is told the events of a run, whatever its subscriber's type: a handler may run anywhere, and not every
/// subscriber's type says that its conformance holds there.
class EventReceiver<Value: Sendable>: @unchecked Sendable {
  // Sendable: has nothing of its own.

  func receive(_ event: RunEvent<Value>) {}
  /// Gives the subscriber what it has asked for since.
  func goOn() {}
  /// The subscriber is let go of.
  func cancel() {}
  /// There will be no more events.
  func abandon() {}
}

/// The run of a subscription: begun once, and held until it has settled or is cancelled.
private struct RunInSubscription {
  private enum Phase { case waiting, running, over }

  private var phase = Phase.waiting
  private var run: AnyRun?

  /// True the first time.
  mutating func begin() -> Bool {
    guard phase == .waiting else { return false }
    phase = .running
    return true
  }

  /// Keeps the run, whose work is about to start. False where the subscription has been cancelled meanwhile, and the run
  /// is to be cancelled, too.
  mutating func keep(_ run: AnyRun) -> Bool {
    guard phase == .running else { return false }
    self.run = run
    return true
  }

  /// What to cancel, or to let go of.
  mutating func end() -> AnyRun? {
    phase = .over
    return run.take()
  }
}

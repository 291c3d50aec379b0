import Errands

/// One subscription to the events of an errand, and its run.
final class RunEventSubscription<Downstream: Subscriber, Value: Sendable>: Subscription, EventReceiver
where Downstream.Input == RunEvent<Value>, Downstream.Failure == Never {
  private let publisher: RunEventPublisher<Value>
  private let outlet: Outlet<Downstream, RunInSubscription>

  init(_ publisher: RunEventPublisher<Value>, for downstream: Downstream) {
    self.publisher = publisher
    outlet = Outlet(downstream, RunInSubscription())
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let begins = outlet.change { outlet, run in
      outlet.request(demand)
      return run.begin()
    }
    if begins { begin() }
  }

  func cancel() {
    outlet.cancel()
    outlet.withOwn { $0.end() }?.cancel()
  }

  /// Progress that nobody has asked for yet makes way for newer progress.
  func receive(_ event: RunEvent<Value>) {
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

  private func begin() {
    // Not every subscriber's type says that its conformance holds wherever a handler may run.
    let receiver: any EventReceiver<Value> = self
    let run = publisher.errand.begin(tiedTo: publisher.scope) { [delivery = publisher.delivery] run in
      run.onProgress(on: delivery) { receiver.receive(.progress($0)) }
      run.whenSettled(on: delivery) { receiver.receive(.settled($0)) }
    }
    if outlet.withOwn({ $0.keep(run) }) { run.cancel() }
  }
}

private protocol EventReceiver<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  func receive(_ event: RunEvent<Value>)
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

  /// True where it comes too late, and the run is to be cancelled; no harm where it has settled.
  mutating func keep(_ run: AnyRun) -> Bool {
    guard phase == .running else { return true }
    self.run = run
    return false
  }

  /// What to cancel, or to let go of.
  mutating func end() -> AnyRun? {
    phase = .over
    return run.take()
  }
}

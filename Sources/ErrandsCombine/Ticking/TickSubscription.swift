import Errands

/// One subscription to ticks, and its timer.
final class TickSubscription<Downstream: Subscriber, C: Clock>: Subscription, Errands.Cancellable
where Downstream.Input == C.Instant, C.Duration == Duration {
  private let clock: C
  private let outlet: Outlet<Downstream, TickState<C.Instant>>

  init(_ ticks: TickState<C.Instant>, clock: C, for downstream: Downstream) {
    self.clock = clock
    outlet = Outlet(downstream, ticks)
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let now = clock.now
    let isFirst = outlet.change { outlet, ticks in
      outlet.request(demand)
      return ticks.begin(at: now)
    }
    if isFirst { wait(after: now) }
  }

  func cancel() {
    outlet.withOwn { $0.end() }?.cancel()
    outlet.cancel()
  }

  private func wait(after now: C.Instant) {
    guard let due = outlet.withOwn({ $0.next(after: now) }) else { return }
    let ticker: any Ticker<C.Instant> = self
    let timer = clock.call(at: due) {
      // Away from the clock's own task: a slow subscriber would hold up all other deadlines.
      Task { ticker.tick(due) }
    }
    if !outlet.withOwn({ $0.keep(timer) }) { timer.cancel() }
  }
}

extension TickSubscription: Ticker {
  /// The next timer is set when the subscriber has returned, so that it is never given two ticks at once.
  func tick(_ due: C.Instant) {
    outlet.change { outlet, _ in outlet.offer(due, surplus: .isDropped) }
    wait(after: clock.now)
  }
}

/// Is told that the time has come, whatever its subscriber's type: a timer may go off anywhere, and not every
/// subscriber's type says that its conformance holds there.
protocol Ticker<Instant>: AnyObject, Sendable {
  associatedtype Instant: Sendable

  func tick(_ due: Instant)
}

import Errands
import ErrandsEager

/// Hands work to a delivery as often as a ``RateLimit`` allows.
final class RateLimiter<Limit: RateLimit, C: Clock<Duration>>: Dispatcher {
  private let state: Lock<RateLimiterState<Limit>>
  private let delivery: Delivery
  private let clock: C
  private let beginning: C.Instant

  init(_ limit: Limit, delivery: Delivery, clock: C) {
    state = Lock(RateLimiterState(limit, isPrompt: delivery.isPrompt))
    self.delivery = delivery
    self.clock = clock
    beginning = clock.now
  }

  func dispatch(_ body: @escaping @Sendable () -> Void) {
    follow(state.withLock { $0.enter(body, at: now) })
  }

  private var now: Duration { beginning.duration(to: clock.now) }

  private func follow(_ first: RateLimiterState<Limit>.Turn) {
    var turn = first
    while case .work(let work) = turn {
      delivery.call(work)
      turn = state.withLock { $0.handedOver(at: now) }
    }
    guard case .sleep(let end) = turn else { return }
    // Holds the limiter: what waits is called even if the limiter has no other owner any more.
    _ = clock.call(at: beginning.advanced(by: end)) {
      self.follow(self.state.withLock { $0.wake(at: self.now) })
    }
  }
}

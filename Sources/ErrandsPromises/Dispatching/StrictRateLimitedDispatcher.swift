public import Dispatch
import Errands
public import Foundation

/// Begins no more than so many handlers in any interval, wherever that begins, and each as soon as that allows.
/// Remembers the times of the last ones; ``RateLimitedDispatcher`` is the one that remembers nothing.
public final class StrictRateLimitedDispatcher: Dispatcher {
  private let limiter: any Dispatcher

  /// - Parameters:
  ///   - maxDispatches: How many handlers may begin in any interval. Less than 1 counts as 1.
  ///   - perInterval: The interval, in seconds.
  ///   - queue: Where the handlers run.
  ///   - clock: What measures the interval.
  public init(
    maxDispatches: Int,
    perInterval: TimeInterval,
    queue: some Dispatcher = DispatchQueue.global(qos: .background),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    let window = SlidingWindow(maxDispatches, per: .lasting(perInterval))
    limiter = RateLimiter(window, delivery: .through(queue), clock: clock)
  }

  /// Calls the work when the rate allows it, first come first served.
  public func dispatch(_ body: @escaping @Sendable () -> Void) {
    limiter.dispatch(body)
  }
}

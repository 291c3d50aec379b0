public import Dispatch
import Errands
public import Foundation

/// Begins so many handlers in an interval, on the average: a bucket that holds as many tokens, and is filled up
/// again evenly. After a rest there can be twice as many within one interval; where that is too many, use
/// ``StrictRateLimitedDispatcher``.
///
/// ```swift
/// let polite = RateLimitedDispatcher(maxDispatches: 10, perInterval: 1)
/// let answers = questions.map { question in question.then(on: polite) { ask($0) } }
/// ```
public final class RateLimitedDispatcher: Dispatcher {
  private let limiter: any Dispatcher

  /// - Parameters:
  ///   - maxDispatches: How many handlers begin in an interval. Less than 1 counts as 1.
  ///   - perInterval: The interval, in seconds.
  ///   - queue: Where the handlers run.
  ///   - clock: What measures the interval.
  public init(
    maxDispatches: Int,
    perInterval: TimeInterval,
    queue: some Dispatcher = DispatchQueue.global(qos: .background),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    let bucket = TokenBucket(maxDispatches, per: .lasting(perInterval))
    limiter = RateLimiter(bucket, delivery: .through(queue), clock: clock)
  }

  /// Calls the work when the rate allows it, first come first served.
  public func dispatch(_ body: @escaping @Sendable () -> Void) {
    limiter.dispatch(body)
  }
}

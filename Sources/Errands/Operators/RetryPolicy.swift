/// When a failed try is followed by another, and how long after.
///
/// The wait grows exponentially and is drawn at random between nothing and its bound ("full jitter"), so that
/// many clients that failed together do not come back together. Source: M. Brooker, Exponential Backoff And
/// Jitter, AWS Architecture Blog, 2015.
public struct RetryPolicy: Sendable, Hashable {
  /// Further tries after the first. Default 3.
  public var retries: Int
  /// The bound of the first wait; doubles with each try. Default 250 milliseconds.
  public var base: Duration
  /// The largest bound of a wait. Default 10 seconds.
  public var cap: Duration

  /// A policy with these limits. A base or a cap below zero counts as zero.
  public init(retries: Int = 3, base: Duration = .milliseconds(250), cap: Duration = .seconds(10)) {
    self.retries = retries
    self.base = base
    self.cap = cap
  }

  /// One try, and no other.
  public static let never = RetryPolicy(retries: 0)

  /// The bound of the wait after the try with this number, from 1. Durations below zero count as zero.
  public func bound(afterTry number: Int) -> Duration {
    let cap = max(cap, .zero)
    var bound = min(max(base, .zero), cap)
    // Doubled no further than the cap: the product would overflow.
    for _ in 1..<min(max(number, 1), 128) {
      bound = bound < cap - bound ? bound + bound : cap
    }
    return bound
  }

  /// How long to wait after the try with this number: at random between zero and the bound. `retryAfter`, a
  /// time that a server named, counts instead where it is given.
  public func wait(
    afterTry number: Int,
    retryAfter: Duration? = nil,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    if let retryAfter { return retryAfter }
    let share = Double.random(in: 0...1, using: &generator)
    // A longer one overflows where it is multiplied.
    return min(bound(afterTry: number), .seconds(6_000_000_000)) * share
  }
}

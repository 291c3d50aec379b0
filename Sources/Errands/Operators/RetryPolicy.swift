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

  public init(retries: Int = 3, base: Duration = .milliseconds(250), cap: Duration = .seconds(10)) {
    self.retries = retries
    self.base = base
    self.cap = cap
  }

  /// One try, and no other.
  public static let never = RetryPolicy(retries: 0)

  /// The bound of the wait after the try with this number, from 1.
  public func bound(afterTry number: Int) -> Duration {
    // Beyond 2^20 the cap has long been reached, and the product would overflow.
    min(cap, base * (1 << min(max(number - 1, 0), 20)))
  }

  /// How long to wait after the try with this number. A server that named a time is obeyed instead.
  public func wait(
    afterTry number: Int,
    retryAfter: Duration? = nil,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    retryAfter ?? bound(afterTry: number) * Double.random(in: 0...1, using: &generator)
  }
}

/// How often a host may be asked: so many requests in a period, and a few at once after a pause. A token bucket.
///
/// The bucket holds `burst` tokens and is full at first; each request takes one, and one comes back in each
/// `requests`th part of the period.
public struct RateLimit: Sendable, Hashable {
  /// How many requests a period has. Less than 1 counts as 1.
  public var requests: Int
  /// How long a period is. No less than none, no more than a century.
  public var period: Duration
  /// How many requests may follow one another without a wait after a pause. Between 1 and a million.
  public var burst: Int

  /// So many requests in a period: `RateLimit(requests: 10, per: .seconds(1), burst: 5)`.
  ///
  /// - Parameter burst: How many may follow one another without a wait. Default 1, so that they come evenly.
  public init(requests: Int, per period: Duration, burst: Int = 1) {
    self.requests = requests
    self.period = period
    self.burst = burst
  }
}

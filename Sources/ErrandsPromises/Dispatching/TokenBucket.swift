/// So many at once, and as many again over each interval, one by one: on the average right, in a single interval
/// up to twice the number. Costs the same whatever the number is.
struct TokenBucket: RateLimit {
  private let capacity: Int
  /// The time in which one token drops into the bucket.
  private let period: Duration
  private var tokens: Int
  /// When the last token dropped that has been counted.
  private var filled = Duration.zero

  init(_ capacity: Int, per interval: Duration) {
    self.capacity = max(capacity, 1)
    period = interval / self.capacity
    tokens = self.capacity
  }

  mutating func take(at now: Duration) -> Duration? {
    fill(until: now)
    guard tokens > 0 else { return filled + period }
    // The first one taken out of a full bucket is what the next drop is counted from.
    if tokens == capacity { filled = now }
    tokens -= 1
    return nil
  }

  private mutating func fill(until now: Duration) {
    guard tokens < capacity else { return }
    guard period > .zero else { return tokens = capacity }
    let drops = Int(min((now - filled) / period, Double(capacity)))
    guard drops > 0 else { return }
    tokens = min(tokens + drops, capacity)
    filled += period * drops
  }
}

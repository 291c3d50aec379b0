/// Never more than so many in any interval, wherever it begins; and as soon as that allows. Remembers as many
/// times as the number says, at most.
struct SlidingWindow: RateLimit {
  private let limit: Int
  private let interval: Duration
  /// When the last ones happened; a ring, once there are as many as the limit.
  private var times: [Duration] = []
  private var oldest = 0

  init(_ limit: Int, per interval: Duration) {
    self.limit = max(limit, 1)
    self.interval = interval
  }

  mutating func take(at now: Duration) -> Duration? {
    guard times.count == limit else {
      times.append(now)
      return nil
    }
    let next = times[oldest] + interval
    guard next <= now else { return next }
    times[oldest] = now
    oldest = (oldest + 1) % limit
    return nil
  }
}

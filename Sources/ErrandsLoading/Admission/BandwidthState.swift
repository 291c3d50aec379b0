import Errands

/// What has been read under a ``BandwidthLimit`` and is not paid for with time yet, as a value. Time is counted
/// from any beginning.
struct BandwidthState: Sendable {
  private let bytesPerSecond: Int
  /// When all that has been read so far will have taken as long as the rate says.
  private var paidAt = Duration.zero

  init(bytesPerSecond: Int) {
    self.bytesPerSecond = max(bytesPerSecond, 1)
  }

  /// A chunk has been read. Answers with how long its load is to wait before it reads the next one.
  ///
  /// What was not used up before is not saved: after a pause there is one chunk at once, as at the beginning.
  mutating func take(_ count: Int, at now: Duration) -> Duration {
    let cost = min(.seconds(1) * max(count, 0) / bytesPerSecond, .aCentury)
    paidAt = max(paidAt, now) + cost
    return paidAt - now
  }
}

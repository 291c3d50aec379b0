/// Seconds that have passed, from a clock that people may set: where it goes back no time passes, so that a clock which
/// was ahead for a while keeps nothing alive for ever.
struct ElapsedTime: Sendable {
  private(set) var seconds: Int64 = 0
  private var shown: Int64?

  /// The clock shows this many seconds since 1970.
  mutating func advance(to now: Int64) {
    seconds += max(0, now - (shown ?? now))
    shown = now
  }
}

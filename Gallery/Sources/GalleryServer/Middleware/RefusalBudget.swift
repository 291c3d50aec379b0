/// How many lines are said of requests that are refused, as a value.
///
/// A client that is refused has paid nothing, and can be back at once: without a limit that fills the log, and the disk
/// that it lies on. Refusals that are left out are counted.
struct RefusalBudget {
  /// As many refusals in a second have a line each.
  static let linesInASecond = 100

  private var second: ContinuousClock.Instant?
  private var lines = 0
  private var omitted = 0

  /// Whether a line about another refusal is said.
  mutating func admits(at now: ContinuousClock.Instant) -> Bool {
    begin(now)
    lines += 1
    guard lines > Self.linesInASecond else { return true }
    omitted += 1
    return false
  }

  /// How many have been left out and not been counted here before; 0 while their second lasts.
  mutating func takeOmitted(at now: ContinuousClock.Instant) -> Int {
    guard let second, now - second >= .seconds(1) else { return 0 }
    defer { omitted = 0 }
    return omitted
  }

  private mutating func begin(_ now: ContinuousClock.Instant) {
    if let second, now - second < .seconds(1) { return }
    (second, lines) = (now, 0)
  }
}

import Errands

/// When a subscription's ticks are due, as a value: no lock, no side effect.
struct TickState<Instant: InstantProtocol & Sendable>: Sendable where Instant.Duration == Duration {
  private enum Phase {
    /// No tick has been asked for.
    case waiting
    case ticking
    /// Cancelled.
    case over
  }

  private let interval: Duration
  private var start: Instant
  private var number = 0
  private var phase = Phase.waiting
  private var timer: (any Errands.Cancellable)?

  init(_ start: Instant, every interval: Duration) {
    self.start = start
    self.interval = interval
  }

  /// True for the first demand: the time runs from now.
  mutating func begin(at now: Instant) -> Bool {
    guard phase == .waiting else { return false }
    phase = .ticking
    start = now
    return true
  }

  /// When the next tick is due: ticks whose time has passed are left out. Nil behind the end.
  mutating func next(after now: Instant) -> Instant? {
    guard phase == .ticking else { return nil }
    let passed = (start.duration(to: now) / interval).rounded(.down)
    // So many that the next number cannot be told from this one.
    guard passed < 0x1p52 else { return now.advanced(by: interval) }
    number = Swift.max(number, Int(passed)) + 1
    return start.advanced(by: interval * number)
  }

  /// False where the timer has been set too late, and is to be cancelled.
  mutating func keep(_ timer: any Errands.Cancellable) -> Bool {
    guard phase == .ticking else { return false }
    self.timer = timer
    return true
  }

  /// What is to be cancelled.
  mutating func end() -> (any Errands.Cancellable)? {
    phase = .over
    return timer.take()
  }
}

import Errands

/// What becomes of a subscription to an errand, as a value: no lock, no side effect.
///
/// The subscriber is not in here, but belongs to the caller that is told so: a state of the same type for every
/// subscriber needs no look-ups at run time, which took two thirds of the time that a subscription takes.
struct ErrandSubscriptionState: Sendable {
  private enum Phase {
    /// The value has not been asked for.
    case waiting
    /// The errand is run, or is about to be.
    case running
    /// The subscriber is being given the value.
    case delivering
    /// The subscriber has been told of the end behind its value.
    case finished
    /// Cancelled, or failed.
    case over
  }

  private var phase = Phase.waiting
  private var run: AnyRun?

  /// True for the first demand: the errand is to be run.
  mutating func begin() -> Bool {
    guard phase == .waiting else { return false }
    phase = .running
    return true
  }

  /// Keeps the run, whose work is about to start. False where the subscription has been cancelled meanwhile, and the run
  /// is to be cancelled, too.
  mutating func keep(_ run: AnyRun) -> Bool {
    guard phase == .running else { return false }
    self.run = run
    return true
  }

  /// True where the subscriber now belongs to the caller, which is to give it the value.
  mutating func deliver() -> Bool {
    guard phase == .running else { return false }
    phase = .delivering
    return true
  }

  /// Whether the subscriber is to be told that this was all, after a value.
  mutating func finish() -> (isTold: Bool, run: AnyRun?) {
    guard phase == .delivering else { return (false, nil) }
    phase = .finished
    return (true, run.take())
  }

  /// Whether the subscriber now belongs to the caller: to be told of an error, or to be let go of.
  mutating func end() -> (isOurs: Bool, run: AnyRun?) {
    defer { phase = .over }
    return (phase == .waiting || phase == .running, run.take())
  }
}

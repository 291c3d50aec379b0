import Errands

/// The one timer of an ``Admission``, for the host that is the next to have a token, as a value. Each event
/// answers with what to do.
///
/// A timer is made outside the lock, and what it is for may be over before it is known here: alarms have numbers.
struct AdmissionAlarm: Sendable {
  enum Answer: Sendable {
    case keep
    /// Makes a timer for this time, and hands it over by ``keep(_:as:)``.
    case set(number: UInt64, time: Duration, former: (any Cancellable)?)
    case cancel((any Cancellable)?)
  }

  private var number: UInt64 = 0
  private var time: Duration?
  private var timer: (any Cancellable)?

  init() {}

  /// The next time at which something is to be done. A timer that rings too early is kept: to ring in vain costs
  /// less than a new one.
  mutating func move(to next: Duration?) -> Answer {
    guard let next else { return time == nil ? .keep : .cancel(clear()) }
    if let time, time <= next { return .keep }
    let former = clear()
    (time, number) = (next, number + 1)
    return .set(number: number, time: next, former: former)
  }

  /// The timer has been made. Gives it back where it is not needed any more, to be cancelled.
  mutating func keep(_ timer: any Cancellable, as number: UInt64) -> (any Cancellable)? {
    guard number == self.number, time != nil else { return timer }
    self.timer = timer
    return nil
  }

  /// A timer rings. No effect where it is not the last one that was set.
  mutating func ring(_ number: UInt64) {
    if number == self.number { _ = clear() }
  }

  private mutating func clear() -> (any Cancellable)? {
    time = nil
    return timer.take()
  }
}

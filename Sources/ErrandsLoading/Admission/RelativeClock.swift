import Errands

/// A clock, whatever its type, whose time is counted from when this was made: value machines that take the time
/// need not know the type of its instants.
struct RelativeClock: Sendable {
  private let read: @Sendable () -> Duration
  private let schedule: @Sendable (Duration, @escaping @Sendable () -> Void) -> any Cancellable

  init(_ clock: any Clock<Duration>) {
    self = Self.make(clock)
  }

  private init<C: Clock<Duration>>(of clock: C) {
    let start = clock.now
    read = stopwatch(clock)
    schedule = { time, action in clock.call(at: start.advanced(by: time), action) }
  }

  private static func make(_ clock: some Clock<Duration>) -> RelativeClock { RelativeClock(of: clock) }

  var now: Duration { read() }

  /// Calls `action` once the time has come, or soon where it has passed, unless it is cancelled before; on a
  /// thread that may block.
  func call(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    schedule(time, action)
  }
}

/// Tells how much time has passed since it was made.
package func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}

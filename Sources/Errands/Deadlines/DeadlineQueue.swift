/// Deadlines on one clock, with one task asleep for all of them.
///
/// A task that sleeps for a deadline and is cancelled, because the work was done in time, leaves its timer
/// behind until the time has come: a server with 10,000 loads a second and a deadline of 30 seconds held
/// 300,000 of them.
final class DeadlineQueue<C: Clock>: Sendable where C.Duration: Sendable {
  private let clock: C
  private let state = Lock(DeadlineQueueState<C.Instant>())

  init(clock: C) {
    self.clock = clock
  }

  /// How many deadlines are still to come.
  var count: Int { state.withLock { $0.count } }

  /// Calls `action` once the time has come, unless it is taken away before.
  func add(at instant: C.Instant, _ action: @escaping @Sendable () -> Void) -> UInt64 {
    let (number, sleepUntil) = state.withLock { $0.add(instant, action) }
    if let sleepUntil { sleep(until: sleepUntil) }
    return number
  }

  func remove(_ number: UInt64) {
    // Handed out of the lock: what the action captured may have deadlines of its own.
    _ = state.withLock { $0.remove(number) }
  }

  private func sleep(until instant: C.Instant) {
    Task.detached {
      var next: C.Instant? = instant
      while let instant = next {
        try? await self.clock.sleep(until: instant, tolerance: nil)
        let (due, sleepUntil) = self.state.withLock { $0.wake(at: self.clock.now, sentUntil: instant) }
        for action in due { action() }
        next = sleepUntil
      }
    }
  }
}

enum DeadlineQueues {
  /// The one for all deadlines on the clock that deadlines are usually measured by.
  static let continuous = DeadlineQueue(clock: ContinuousClock())
}

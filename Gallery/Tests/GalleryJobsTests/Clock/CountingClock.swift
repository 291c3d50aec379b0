import ErrandsTesting

/// A virtual clock that tells who goes to sleep on it, and who has woken.
struct CountingClock: Clock {
  enum Event: Sendable, Equatable { case asleep, woken, cancelled }

  let time = VirtualClock()
  let events = Events<Event>()

  var now: VirtualClock.Instant { time.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: VirtualClock.Instant, tolerance: Duration?) async throws {
    events.record(.asleep)
    do {
      try await time.sleep(until: deadline, tolerance: tolerance)
      events.record(.woken)
    } catch {
      events.record(.cancelled)
      throw error
    }
  }

  /// Moves the time on, once somebody sleeps.
  func tick(_ interval: Duration = .seconds(1)) async throws {
    try await time.sleepers(atLeast: 1)
    time.advance(by: interval)
  }
}

import ErrandsTesting

/// A clock that stands still, and tells who gives up waiting for it.
struct DepartureClock: Clock {
  private let time = VirtualClock()
  private let departures = Events<Void>()

  var now: VirtualClock.Instant { time.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: VirtualClock.Instant, tolerance: Duration?) async throws {
    do {
      try await time.sleep(until: deadline, tolerance: tolerance)
    } catch {
      departures.record(())
      throw error
    }
  }

  /// Returns once somebody waits.
  func sleeper() async throws { try await time.sleepers(atLeast: 1) }

  /// Returns once somebody has given up.
  func departure() async throws { try await departures.event(1) }
}

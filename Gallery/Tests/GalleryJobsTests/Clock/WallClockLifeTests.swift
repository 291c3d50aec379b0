import ErrandsCombine
import ErrandsTesting
import Foundation
import GalleryJobs
import Testing

@Suite("Who keeps a clock alive, and whom it keeps", .timeLimit(.minutes(1)))
struct WallClockLifeTests {
  private enum Part: CaseIterable { case clock, watching, publisher }

  @Test(
    "Owners may be let go of in every order, before a tick and after it: nothing is left alive",
    arguments: 0..<12
  )
  func orders(number: Int) async throws {
    let order = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]][number % 6]
    let hasTicked = number >= 6
    let live = LiveObjects()
    let counting = CountingClock()
    var clock: WallClock? = WallClock(clock: counting, now: { [probe = live.object("clock")] in probe.date })
    weak let gone = clock
    let ticks = Events<Int>()
    var watching = clock?.watch { [probe = live.object("watcher")] tick in
      _ = probe
      ticks.record(tick.tick)
    }
    var subscription = clock?.ticks.sink { [probe = live.object("subscriber")] tick in
      _ = probe
      ticks.record(tick.tick)
    }
    try await counting.time.sleepers(atLeast: 1)
    if hasTicked {
      try await counting.tick()
      _ = try await ticks.event(2)
      // Left before it sleeps again, it never would, and nobody would be told of a sleep that was cancelled.
      _ = try await counting.events.event(3)
    }
    for part in order {
      switch Part.allCases[part] {
      case .clock: clock = nil
      case .watching: watching = nil
      case .publisher: subscription = nil
      }
    }
    try await live.allGone()
    #expect(gone == nil)
    _ = try await counting.events.first { $0 == .cancelled }
    #expect(clock == nil && watching == nil && subscription == nil)
  }

  @Test("A clock that nobody holds ticks on for whoever watches it")
  func held() async throws {
    let counting = CountingClock()
    let ticks = Events<Int>()
    let subscription = WallClock(clock: counting).ticks.sink { ticks.record($0.tick) }
    try await counting.tick()
    #expect(try await ticks.event(1) == 1)
    subscription.cancel()
  }
}

extension LiveObjects.Object {
  /// Some moment, to have a reason to be held.
  fileprivate var date: Date { Date(timeIntervalSince1970: 0) }
}

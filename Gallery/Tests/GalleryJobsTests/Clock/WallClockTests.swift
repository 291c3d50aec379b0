import ErrandsCombine
import ErrandsTesting
import Foundation
import GalleryJobs
import Testing

@Suite("A clock that ticks while somebody watches", .timeLimit(.minutes(1)))
struct WallClockTests {
  private static let noon = Date(timeIntervalSince1970: 1_795_251_600)

  private let counting = CountingClock()
  private let clock: WallClock

  init() {
    clock = WallClock(clock: counting, now: { Self.noon })
  }

  @Test("Each tick has its number, and the time")
  func ticks() async throws {
    let ticks = Events<ClockTick>()
    let watching = clock.watch(ticks.record)
    for number in 1...3 {
      try await counting.tick()
      #expect(try await ticks.event(number) == ClockTick(tick: number, time: Self.noon))
    }
    watching.cancel()
    #expect(ticks.count == 3)
  }

  @Test("Nobody watches, and no timer runs")
  func unwatched() {
    #expect(!clock.isWatched)
    #expect(counting.events.count == 0)
    _ = clock.ticks
    #expect(!clock.isWatched)
  }

  @Test("The first watcher starts the timer, the second shares it, and the last one to leave stops it")
  func shared() async throws {
    let (first, second) = (Events<ClockTick>(), Events<ClockTick>())
    let one = clock.watch(first.record)
    let other = clock.watch(second.record)
    try await counting.tick()
    #expect(try await first.event(1).tick == 1)
    #expect(try await second.event(1).tick == 1)
    one.cancel()
    #expect(clock.isWatched)
    try await counting.tick()
    #expect(try await second.event(2).tick == 2)
    // It sleeps towards the third tick, of which nobody will hear.
    _ = try await counting.events.event(5)
    other.cancel()
    #expect(!clock.isWatched)
    _ = try await counting.events.event(6)
    #expect(counting.events.all == [.asleep, .woken, .asleep, .woken, .asleep, .cancelled])
    #expect(first.count == 1)
    #expect(second.count == 2)
  }

  @Test("Whoever watches again finds it ticking from the beginning")
  func again() async throws {
    for round in 1...3 {
      let ticks = Events<Int>()
      let watching = clock.watch { ticks.record($0.tick) }
      // Asleep, woken, asleep again, cancelled: four events a round.
      _ = try await counting.events.event(4 * round - 3)
      try await counting.tick()
      #expect(try await ticks.event(1) == 1)
      _ = try await counting.events.event(4 * round - 1)
      watching.cancel()
      _ = try await counting.events.event(4 * round)
    }
  }

  @Test("Letting go of the watching is leaving")
  func letGo() async throws {
    var watching: SafeCancellable? = clock.watch { _ in }
    try await counting.time.sleepers(atLeast: 1)
    withExtendedLifetime(watching) {}
    watching = nil
    #expect(!clock.isWatched)
    _ = try await counting.events.first { $0 == .cancelled }
  }

  /// With a shared publisher of OpenCombine's, a second cancel was counted as another watcher's leaving.
  @Test("Who leaves twice leaves once")
  func twice() async throws {
    let ticks = Events<ClockTick>()
    let (one, other) = (clock.watch { _ in }, clock.watch(ticks.record))
    one.cancel()
    one.cancel()
    #expect(clock.isWatched)
    try await counting.tick()
    #expect(try await ticks.event(1).tick == 1)
    other.cancel()
  }

  @Test("A watcher may leave from within a tick, and another may come")
  func reentrant() async throws {
    let heard = Events<String>()
    let held = Lock<[SafeCancellable]>([])
    let watching = clock.watch { [clock] tick in
      // Said at the end: said at the beginning, the test could leave before the next one was held, which then stayed.
      defer { heard.record("first \(tick.tick)") }
      let leaving = held.withLock { held in
        defer { held = [] }
        return held
      }
      for one in leaving { one.cancel() }
      let next = clock.watch { heard.record("second \($0.tick)") }
      held.withLock { $0 = [next] }
    }
    held.withLock { $0 = [watching] }
    try await counting.tick()
    #expect(try await heard.event(1) == "first 1")
    try await counting.tick()
    _ = try await heard.event(2)
    #expect(heard.all.count == 2)
    #expect(heard.all[1].hasPrefix("second"))
    for one in held.withLock({ $0 }) { one.cancel() }
    #expect(!clock.isWatched)
  }

  /// OpenCombine's `share()` starts one timer for each of two that subscribe first at the same time, and stops one.
  @Test("Any number of watchers may come and go at the same time; one timer runs, or none")
  func crowd() async throws {
    let clock = clock
    for _ in 0..<20 {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<16 { group.addTask { clock.watch { _ in }.cancel() } }
      }
      #expect(!clock.isWatched)
    }
    let ticks = Events<Int>()
    let watching = clock.watch { ticks.record($0.tick) }
    // Timers of the crowd's may still sleep, and take the advance in its place.
    var advances = 0
    while ticks.count == 0 {
      let events = counting.events.count
      try await counting.tick()
      advances += 1
      _ = try await counting.events.event(events + 1)
    }
    watching.cancel()
    #expect(ticks.count <= advances)
    #expect(ticks.all == Array(1...ticks.count))
  }

  @Test("As a publisher, each subscription is a watcher")
  func publisher() async throws {
    let ticks = Events<ClockTick>()
    let subscription = clock.ticks.sink { ticks.record($0) }
    #expect(clock.isWatched)
    try await counting.tick()
    #expect(try await ticks.event(1).tick == 1)
    subscription.cancel()
    #expect(!clock.isWatched)
  }

  @Test("A publisher that has what it wants leaves by itself")
  func first() async throws {
    let ticks = Events<Int>()
    let ends = Events<Bool>()
    let subscription = clock.ticks.first().sink(
      receiveCompletion: { _ in ends.record(true) },
      receiveValue: { ticks.record($0.tick) }
    )
    try await counting.tick()
    _ = try await ends.event(1)
    #expect(!clock.isWatched)
    #expect(ticks.all == [1])
    withExtendedLifetime(subscription) {}
  }

  @Test("The line of a tick has its number and the time to the millisecond")
  func line() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let tick = ClockTick(tick: 3, time: Self.noon.addingTimeInterval(0.25))
    let line = String(decoding: try encoder.encode(tick), as: UTF8.self)
    #expect(line == #"{"tick":3,"time":"2026-11-21T09:00:00.250Z"}"#)
  }
}

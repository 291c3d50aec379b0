import Errands
import ErrandsTesting
import Foundation
import GalleryJobs
import Testing

@Suite("Watching a clock, in every style", .timeLimit(.minutes(1)))
struct ClockJobTests {
  private static let noon = Date(timeIntervalSince1970: 1_795_251_600)

  private let counting = CountingClock()
  private let clock: WallClock

  init() {
    clock = WallClock(clock: counting, now: { Self.noon })
  }

  @Test("So many ticks, the same in each style, and then the clock is left", arguments: JobStyle.allCases)
  func ticks(style: JobStyle) async throws {
    let ticks = Events<ClockTick>()
    let run = ClockJob(clock).watch(3, by: style, onTick: ticks.record).run()
    for number in 1...3 {
      try await counting.tick()
      #expect(try await ticks.event(number) == ClockTick(tick: number, time: Self.noon))
    }
    try await run.value
    #expect(ticks.count == 3)
    #expect(!clock.isWatched)
  }

  // One style went on for ever, and the others ended the process.
  @Test("For no ticks, or fewer, there is nothing to watch", arguments: JobStyle.allCases, [0, -1])
  func none(style: JobStyle, count: Int) async throws {
    let ticks = Events<ClockTick>()
    try await ClockJob(clock).watch(count, by: style, onTick: ticks.record).value()
    #expect(ticks.count == 0)
    #expect(!clock.isWatched)
  }

  @Test(
    "Without a number it goes on until it is cancelled, and leaves the clock then",
    arguments: JobStyle.allCases
  )
  func cancelled(style: JobStyle) async throws {
    let live = LiveObjects()
    let ticks = Events<Int>()
    let run = ClockJob(clock).watch(by: style) { [probe = live.object("handler")] tick in
      _ = probe
      ticks.record(tick.tick)
    }.run()
    for number in 1...2 {
      try await counting.tick()
      _ = try await ticks.event(number)
    }
    // Left before it sleeps again, it never would, and nobody would be told of a sleep that was cancelled.
    _ = try await counting.events.event(5)
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    try await live.allGone()
    _ = try await counting.events.first { $0 == .cancelled }
    #expect(!clock.isWatched)
  }
}

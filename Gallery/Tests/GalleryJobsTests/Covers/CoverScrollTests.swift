import ErrandsTesting
import ErrandsUpstream
import Testing

@testable import GalleryJobs

@Suite("Scrolling through a wall", .timeLimit(.minutes(1)))
struct CoverScrollTests {
  @Test(
    "After so many seconds, these rows are on screen",
    arguments: [
      (0.0, 0..<10), (0.01, 0..<10), (0.05, 1..<11), (1.0, 20..<30), (4.49, 89..<99), (4.5, 90..<100),
      (60.0, 90..<100),
    ]
  )
  func rows(_ seconds: Double, _ rows: Range<Int>) {
    let scroll = CoverScroll(count: 100, visible: 10, speed: 20)
    #expect(scroll.rows(after: .seconds(seconds)) == rows)
  }

  @Test("A wall that fits on the screen is not scrolled")
  func short() {
    let scroll = CoverScroll(count: 3, visible: 10, speed: 1000)
    #expect(scroll.rows(after: .zero) == 0..<3)
    #expect(scroll.rows(after: .seconds(9)) == 0..<3)
  }

  /// The nearest `Double` of the last row was no `Int`, and the program ended there.
  @Test("However many rows there are, and however fast it goes, it comes to the last ones")
  func farthest() {
    let scroll = CoverScroll(count: .max, visible: 1, speed: 1e300)
    #expect(scroll.rows(after: .seconds(1)) == .max - 1 ..< .max)
    #expect(scroll.rows(after: .zero) == 0..<1)
  }

  /// The covers never come, so each line is of a row that has left, or of one that is given up at the end.
  @Test("It goes on at its speed, frame by frame, and stops at the end")
  func frames() async throws {
    let clock = VirtualClock()
    try await withUpstream(respond: CoverScripts.list { _, _ in .pending }) { upstream in
      let events = Events<CoverEvent>()
      let wall = CoverWall.over(upstream, clock: clock, events)
      var scroll = CoverScroll(count: 8, visible: 2, speed: 30)
      scroll.clock = clock
      let run = Task { [scroll] in await scroll.run(through: wall) }
      // A row leaves in every second frame.
      for row in 0..<6 {
        for _ in 0..<2 {
          try await clock.sleepers(atLeast: 1)
          clock.advance(by: CoverScroll.frame + .microseconds(1))
        }
        let told = try await events.event(row + 1).result
        #expect(told.index == row)
        #expect(events.results.allSatisfy { $0.status == .cancelled && $0.error == nil })
        #expect(wall.screen.withLock { $0.rows } == row + 1..<row + 3)
      }
      #expect(events.results.map(\.milliseconds).allSatisfy { (33...67).contains($0) })
      run.cancel()
      let summary = await run.value
      #expect((summary.shown, summary.cancelled, summary.failed) == (0, 8, 0))
    }
  }

  @Test("A row that is passed between two frames never comes on screen, and is told as cancelled")
  func skipped() async throws {
    let clock = VirtualClock()
    try await withUpstream(respond: CoverScripts.list()) { upstream in
      let events = Events<CoverEvent>()
      let wall = CoverWall.over(upstream, clock: clock, events)
      var scroll = CoverScroll(count: 1_000, visible: 2, speed: 30)
      scroll.clock = clock
      let run = Task { [scroll] in await scroll.run(through: wall) }
      _ = try await events.event(2)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(60))
      let summary = await run.value
      #expect((summary.shown, summary.cancelled, summary.failed) == (4, 996, 0))
      #expect(Set(events.results.map(\.index)) == Set(0..<1_000))
      #expect(events.count == 1_000)
      let skipped = events.results.filter { (2..<998).contains($0.index) }
      #expect(skipped.allSatisfy { $0.status == .cancelled && $0.bytes == 0 && $0.milliseconds == 0 })
      #expect(
        Set(upstream.requests.map(\.path)) == ["/articles", "/0.jpg", "/1.jpg", "/998.jpg", "/999.jpg"]
      )
    }
  }

  @Test("Who goes away in the middle cancels what is on screen, and no other row is told")
  func interrupted() async throws {
    let clock = VirtualClock()
    try await withUpstream(respond: CoverScripts.list { _, _ in .pending }) { upstream in
      let events = Events<CoverEvent>()
      let wall = CoverWall.over(upstream, clock: clock, events)
      var scroll = CoverScroll(count: 1_000, visible: 3, speed: 1)
      scroll.clock = clock
      let run = Task { [scroll] in await scroll.run(through: wall) }
      _ = try await upstream.request(4)
      run.cancel()
      let summary = await run.value
      #expect((summary.shown, summary.cancelled, summary.failed) == (0, 3, 0))
      #expect(events.results.map(\.index).sorted() == [0, 1, 2])
      try await upstream.earlyCloses(atLeast: 3)
    }
  }
}

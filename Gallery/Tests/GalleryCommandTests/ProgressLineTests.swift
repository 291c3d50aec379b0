import Errands
import ErrandsTesting
import Testing

@testable import gallery

@Suite("The line of progress on a terminal", .timeLimit(.minutes(1)))
struct ProgressLineTests {
  private let clock = VirtualClock()
  private let drawn = Events<String>()

  private func line(isShown: Bool = true) -> ProgressLine {
    ProgressLine(label: "Loading", isShown: isShown, clock: clock, width: { 60 }) { [drawn] in
      drawn.record($0)
    }
  }

  @Test("It is drawn at once, and in the same place")
  func first() {
    line().show(JobProgress(settled: 1, of: 2))
    #expect(drawn.all == ["\rLoading  ██████████░░░░░░░░░░  1/2\u{1B}[K"])
  }

  /// What came less than a tenth of a second after the drawing before was never shown, and a load that stalled then
  /// seemed to have got less.
  @Test("What comes too soon after is drawn a little later, and only the last of it")
  func later() async throws {
    let line = line()
    for settled in 0...7 { line.show(JobProgress(settled: settled, of: 10)) }
    #expect(drawn.all.count == 1)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(100))
    #expect(try await drawn.event(2).contains("7/10"))
  }

  @Test("What has not changed is not drawn again")
  func same() {
    let line = line()
    for _ in 0..<5 {
      line.show(JobProgress(settled: 1, of: 2))
      clock.advance(by: .milliseconds(150))
    }
    #expect(drawn.all.count == 1)
  }

  @Test("Bytes have a speed after a while")
  func speed() {
    let line = line()
    for step in 0...10 {
      line.show(JobProgress(bytes: Int64(step) * 10_000))
      clock.advance(by: .milliseconds(100))
    }
    #expect(drawn.all.last?.hasSuffix("100 kB  100 kB/s\u{1B}[K") == true, "\(drawn.all)")
  }

  @Test("It is taken away at the end, and nothing is drawn after that")
  func clear() async throws {
    let line = line()
    line.show(JobProgress(settled: 1, of: 3))
    line.show(JobProgress(settled: 2, of: 3))
    try await clock.sleepers(atLeast: 1)
    line.clear()
    clock.advance(by: .seconds(1))
    line.show(JobProgress(settled: 3, of: 3))
    line.clear()
    #expect(drawn.all.count == 2)
    #expect(drawn.all.last == "\r\u{1B}[K")
  }

  @Test("Without a terminal, or with nothing to say, nothing is written")
  func hidden() {
    let hidden = line(isShown: false)
    hidden.show(JobProgress(settled: 1, of: 2))
    hidden.clear()
    line().clear()
    #expect(drawn.all.isEmpty)
  }
}

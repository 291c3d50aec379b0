import Errands
import ErrandsTesting
import Testing

@testable import gallery

@Suite("Lines of progress on a terminal", .timeLimit(.minutes(1)))
struct ProgressBlockTests {
  private let clock = VirtualClock()
  private let drawn = Events<String>()

  private func block(isShown: Bool = true) -> ProgressBlock {
    ProgressBlock(isShown: isShown, clock: clock, size: { (40, 10) }) { [drawn] in drawn.record($0) }
  }

  private func draw(_ lines: [String], in block: ProgressBlock) {
    block.show { _, _, _ in lines }
    clock.advance(by: .seconds(1))
  }

  @Test("They are drawn over one another, from the first one on")
  func over() {
    let block = block()
    draw(["a", "b", "c"], in: block)
    draw(["a", "B", "c"], in: block)
    draw(["a", "B", "c", "d"], in: block)
    #expect(
      drawn.all == [
        "\ra\u{1B}[K\r\nb\u{1B}[K\r\nc\u{1B}[K", "\r\u{1B}[2Aa\u{1B}[K\r\nB\u{1B}[K\r\nc\u{1B}[K",
        "\r\u{1B}[2Aa\u{1B}[K\r\nB\u{1B}[K\r\nc\u{1B}[K\r\nd\u{1B}[K",
      ]
    )
  }

  @Test("Where there are fewer, the others are taken away first")
  func fewer() {
    let block = block()
    draw(["a", "b", "c"], in: block)
    draw(["d"], in: block)
    draw([], in: block)
    draw(["e"], in: block)
    #expect(drawn.all.dropFirst() == ["\r\u{1B}[2A\u{1B}[Jd\u{1B}[K", "\r\u{1B}[K", "\re\u{1B}[K"])
  }

  @Test("What is said stands above them, and stays")
  func say() {
    let block = block()
    draw(["a", "b"], in: block)
    block.say("A sentence.")
    #expect(drawn.all.last == "\r\u{1B}[1A\u{1B}[JA sentence.\na\u{1B}[K\r\nb\u{1B}[K")
    block.clear()
    #expect(drawn.all.last == "\r\u{1B}[1A\u{1B}[J")
    block.say("Another one.")
    #expect(drawn.all.last == "Another one.\n")
  }

  @Test("Without a terminal nothing is drawn, and what is said is said")
  func hidden() {
    let block = block(isShown: false)
    draw(["a"], in: block)
    block.say("A sentence.")
    block.clear()
    #expect(drawn.all == ["A sentence.\n"])
  }

  @Test("The content is told the time, and how much room there is")
  func content() {
    let block = block()
    clock.advance(by: .seconds(3))
    block.show { elapsed, columns, rows in ["\(elapsed) \(columns) \(rows)"] }
    #expect(drawn.all == ["\r3.0 seconds 40 10\u{1B}[K"])
  }
}

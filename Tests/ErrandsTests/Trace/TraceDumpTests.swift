import ErrandsTesting
import Testing

@testable import Errands

@Suite("A dump of the runs in flight")
struct TraceDumpTests {
  private let timeline = Timeline()

  /// Each run with its depth.
  private func tree(_ dump: TraceDump) -> [String] { dump.entries.map { "\($0.depth) \($0.id)" } }

  @Test("has each run behind its parent, and siblings in the order in which they were made")
  func tree() {
    let dump = timeline.dump([
      timeline.run(1), timeline.run(2), timeline.run(3, below: 1), timeline.run(4, below: 2),
      timeline.run(5, below: 1), timeline.run(6, below: 3), timeline.run(7),
    ])
    #expect(tree(dump) == ["0 #1", "1 #3", "2 #6", "1 #5", "0 #2", "1 #4", "0 #7"])
  }

  @Test("has a run at the root when its parent is in flight no more, and names the parent")
  func orphan() {
    let dump = timeline.dump([timeline.run(5, below: 2), timeline.run(6, below: 5)])
    #expect(tree(dump) == ["0 #5", "1 #6"])
    #expect(dump.entries.first?.run.parent == RunID(rawValue: 2))
  }

  @Test("has no cycles: a parent is older than its child, whatever an event says")
  func cycles() {
    let dump = timeline.dump([
      timeline.run(1, below: 2), timeline.run(2, below: 1), timeline.run(3, below: 3),
    ])
    #expect(tree(dump) == ["0 #1", "1 #2", "0 #3"])
  }

  @Test("counts the age from when the run was made, or first heard of")
  func age() {
    var heardLate = TracedRun(seenIn: timeline.event(.started, run: 2, at: 300))
    heardLate.note(timeline.event(.started, run: 2, at: 300))
    let dump = timeline.dump([timeline.run(1, made: 100, heard: (.started, 900)), heardLate], at: 1_000)
    #expect(dump.entries.map(\.age) == [.milliseconds(900), .milliseconds(700)])
  }

  @Test("is not ahead of an event that another thread tells late")
  func future() {
    let dump = timeline.dump([timeline.run(1, made: 10, heard: (.started, 20))], at: 5)
    #expect(dump.entries.map(\.age) == [.zero])
    #expect(dump.entries.first?.silence == .zero)
  }

  @Test("marks a run that has been silent for longer than the limit since its work began")
  func held() {
    let dump = timeline.dump(
      [timeline.run(1, heard: (.started, 1_000)), timeline.run(2, heard: (.started, 1_001))],
      at: 11_001
    )
    #expect(dump.entries.map(\.isHeld) == [true, false])
    #expect(dump.entries.map(\.silence) == [.milliseconds(10_001), .seconds(10)])
  }

  @Test("does not mark one that has reported since, even where the report changed nothing")
  func reported() {
    let report = TraceEvent.Kind.progress(RunProgress(completed: 1, total: nil))
    let dump = timeline.dump(
      [
        timeline.run(1, heard: (.started, 0), (report, 1_000)),
        timeline.run(2, heard: (.started, 0), (report, 1_000), (report, 50_000)),
      ],
      at: 60_000
    )
    #expect(dump.entries.map(\.isHeld) == [true, false])
    #expect(dump.entries.map(\.silence) == [.seconds(59), .seconds(10)])
  }

  @Test("does not mark one that has not begun, or waits for others")
  func notHeld() {
    let dump = timeline.dump(
      [
        timeline.run(1, heard: (.started, 0)), timeline.run(2, below: 1, heard: (.queued, 0)),
        timeline.run(3),
      ],
      at: 60_000
    )
    #expect(dump.entries.map(\.isHeld) == [false, false, false])
    #expect(dump.entries.map(\.silence) == [nil, nil, nil])
  }

  @Test("says which runs in flight each one waits for: its children, and in a queue its dependencies")
  func waitsFor() {
    let dump = timeline.dump([
      timeline.run(2, heard: (.started, 0)), timeline.run(3, below: 2), timeline.run(4, below: 2),
      timeline.run(5, queue: "pages", after: [1, 4, 3], heard: (.queued, 0)),
      timeline.run(6, queue: "pages", after: [4], heard: (.queued, 0), (.started, 1)),
    ])
    let waits = dump.entries.map { Timeline.ids($0.waitsFor) }
    // The first of the dependencies is in flight no more; and who has begun waits for none.
    #expect(waits == [[3, 4], [], [], [3, 4], []])
    #expect(dump.entries.map(\.queue) == [nil, nil, nil, "pages", nil])
  }

  @Test("marks a run that nobody waits for, unless its parent is in flight")
  func unawaited() {
    let dump = timeline.dump(
      [timeline.run(1), timeline.run(2), timeline.run(3, below: 2), timeline.run(5, below: 4)],
      unawaited: [1, 3, 5]
    )
    #expect(dump.entries.map(\.isUnawaited) == [true, false, false, true])
  }

  /// A chain as deep as this, and recursion over its tree, would need some megabytes of stack.
  @Test(
    "is as deep as it likes to be, on 512 KiB of stack, and its text stays short",
    .timeLimit(.minutes(1))
  )
  func deep() async {
    await onThread {
      let count = UInt64(Sizes.chain)
      let dump = timeline.dump((1...count).map { timeline.run($0, below: $0 - 1) })
      #expect(dump.entries.last?.depth == Sizes.chain - 1)
      let text = dump.text()
      #expect(text.utf8.count < Sizes.chain * 150)
      #expect(text.contains("#\(count)  0.000 s  made   \(indent(20))(\(count - 1)) \"work\""))
    }
  }

  @Test("may be a hundred thousand wide", .timeLimit(.minutes(1)))
  func wide() {
    let count = UInt64(Sizes.chain)
    let dump = timeline.dump([timeline.run(1)] + (2...count).map { timeline.run($0, below: 1) })
    #expect(dump.entries.first?.waitsFor.count == Sizes.chain - 1)
    #expect(dump.text().split(separator: "\n").count == 13)
    #expect(dump.text(repeating: nil).split(separator: "\n").count == Sizes.chain + 1)
  }

  private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth + 1) }
}

extension Timeline {
  fileprivate static func ids(_ runs: [RunID]) -> [UInt64] { runs.map(\.rawValue) }
}

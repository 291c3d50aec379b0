import ErrandsTesting
import Testing

@testable import Errands

@Suite("The phases of a run's work", .timeLimit(.minutes(1)))
struct PhaseTests {
  private let timeline = Timeline()

  @Test("are told in order, and none of a run that has settled")
  func order() {
    let log = TraceLog(of: "in phases")
    let errand = Errand<Int>.fromCallback("in phases") { callback in
      callback.enter(phase: "reading")
      callback.enter(phase: "decoding")
      callback.succeed(1)
      callback.enter(phase: "too late")
    }
    errand.run()
    #expect(log.labels == ["made", "started", "phase reading", "phase decoding", "settled succeeded"])
  }

  @Test("are known of a run: the last one, and since when")
  func known() {
    let run = timeline.run(
      1,
      heard: (.phase("before the start"), 1),
      (.started, 2),
      (.phase("reading"), 3),
      (.phase("decoding"), 5),
      (.settled(.succeeded), 9)
    )
    #expect(run.workPhase == "decoding")
    #expect(run.enteredWorkPhase == timeline.start + .milliseconds(5))
    #expect(timeline.run(1, heard: (.phase("before the start"), 1), (.started, 2)).workPhase == nil)
  }

  @Test("stand in a dump, are a sign of life, and tell runs apart")
  func dump() {
    let runs = [
      timeline.run(1, heard: (.started, 0), (.phase("reading"), 11_000)),
      timeline.run(2, heard: (.started, 0), (.phase("two\nlines"), 1_000)),
    ]
    let dump = timeline.dump(runs, at: 12_000)
    let lines = dump.text(repeating: 1).components(separatedBy: "\n").dropFirst()
      .map { $0.replacing("  Tests/Timeline.swift:1", with: "") }
    #expect(
      lines == [
        #"#1  12.000 s  running  "work"  at "reading""#,
        #"#2  12.000 s  running  "work"  at "two\nlines"  ! held for 11.000 s"#,
      ]
    )
  }

  @Test("are slices inside the time at work")
  func chrome() throws {
    let json = ChromeTrace.json([
      timeline.event(.made(parent: nil), at: 0), timeline.event(.phase("too early"), at: 1),
      timeline.event(.started, at: 2), timeline.event(.phase("reading"), at: 3),
      timeline.event(.phase("reading"), at: 5), timeline.event(.phase("decoding"), at: 6),
      timeline.event(.settled(.succeeded), at: 9), timeline.event(.phase("too late"), at: 10),
    ])
    #expect(
      try ChromeRecord.read(json).dropFirst().map(\.label) == [
        "b work 0", "b running 2000", "b reading 3000", "e reading 5000", "b reading 5000", "e reading 6000",
        "b decoding 6000", "e decoding 9000", "e running 9000", "e work 9000",
      ]
    )
  }
}

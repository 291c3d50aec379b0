import ErrandsTesting
import Testing

@testable import Errands

@Suite("A trace for Perfetto")
struct ChromeTraceTests {
  private let timeline = Timeline()

  private func records(_ events: [TraceEvent]) throws -> [ChromeRecord] {
    try ChromeRecord.read(ChromeTrace.json(events))
  }

  private func labels(_ events: [TraceEvent]) throws -> [String] {
    try records(events).dropFirst().map(\.label)
  }

  @Test("has a slice for a run, with its time in the queue and its time at work inside")
  func phases() throws {
    let labels = try labels([
      timeline.event(.made(parent: nil), at: 0),
      timeline.event(.queued, at: 1),
      timeline.event(.started, at: 3),
      timeline.event(.settled(.succeeded), at: 7),
      timeline.event(.delivered, at: 8),
    ])
    #expect(
      labels == [
        "b work 0", "b queued 1000", "e queued 3000", "b running 3000", "e running 7000", "e work 7000",
        "n delivered 8000",
      ]
    )
  }

  @Test("ends the slices that are open, in a run that is cancelled in the queue or before it")
  func cancelledEarly() throws {
    let inQueue = try labels([
      timeline.event(.made(parent: nil)), timeline.event(.queued), timeline.event(.settled(.cancelled)),
    ])
    #expect(inQueue == ["b work 0", "b queued 0", "e queued 0", "e work 0"])
    let before = try labels([timeline.event(.made(parent: nil)), timeline.event(.settled(.cancelled))])
    #expect(before == ["b work 0", "e work 0"])
  }

  // The slice of a run that had made room for others was never ended.
  @Test("nests properly in any order that threads may report in, and ends all slices", arguments: 0..<300)
  func nests(seed: Int) throws {
    var generator = Seeded(state: UInt64(seed))
    var encoder = ChromeTraceEncoder(origin: timeline.start, processID: 1, capacity: 1 + seed % 6)
    var events = (0..<40).map { _ in
      let kinds: [TraceEvent.Kind] = [
        .made(parent: nil), .queued, .started, .progress(.init(completed: 1, total: nil)),
        .phase("first"), .phase("second"),
        .settled(.cancelled), .delivered, .ownerGone, .lateSettlement(.succeeded),
      ]
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &generator)]
      return timeline.event(kind, run: .random(in: 1...6, using: &generator))
    }
    events += (1...6).map { timeline.event(.settled(.cancelled), run: $0) }
    let records = events.flatMap { encoder.encode($0) }
    var open: [String: [String]] = [:]
    for record in try ChromeRecord.read("[\(records.joined(separator: ","))]") {
      let id = try #require(record.id)
      switch record.ph {
      case "b": open[id, default: []].append(record.name)
      case "e": #expect(open[id]?.popLast() == record.name)
      default: #expect(record.ph == "n")
      }
      #expect(open[id, default: []].count <= 3)
    }
    #expect(open.values.allSatisfy { $0.isEmpty })
  }

  // Each thread looks at the clock before it tells.
  @Test("ends no slice before it begins, whenever the threads looked at the clock")
  func clocks() throws {
    let labels = try labels([
      timeline.event(.made(parent: nil), at: 0), timeline.event(.started, at: 5),
      timeline.event(.phase("step"), at: 4), timeline.event(.settled(.succeeded), at: 3),
    ])
    #expect(
      labels == [
        "b work 0", "b running 5000", "b step 5000", "e step 5000", "e running 5000", "e work 5000",
      ]
    )
  }

  @Test("says what became of a run, and on whose behalf it was made")
  func arguments() throws {
    let records = try records([
      timeline.event(.made(parent: RunID(rawValue: 4)), run: 5),
      timeline.event(.progress(RunProgress(completed: 2, total: 3)), run: 5),
      timeline.event(.progress(RunProgress(completed: 3, total: nil)), run: 5),
      timeline.event(.settled(.failed(ManualError(number: 6))), run: 5),
      timeline.event(.abandoned(SourceLocation(fileID: "A/B.swift", line: 9)), run: 5),
      timeline.event(.lateSettlement(.succeeded), run: 5),
      timeline.event(.ownerGone, run: 5),
    ])
    let expected: [ChromeRecord.Arguments?] = [
      .init(name: "errands"),
      .init(run: "#5", parent: "#4"),
      .init(completed: 2, total: 3),
      .init(completed: 3),
      .init(outcome: "failed", error: "ManualError(number: 6)"),
      .init(origin: "A/B.swift:9"),
      .init(outcome: "succeeded"),
      nil,
    ]
    #expect(records.map(\.args) == expected)
    #expect(records.dropFirst().allSatisfy { $0.cat == "errands" && $0.id == "5" })
  }

  @Test("shows the settlement of a run that began before it as an instant")
  func unknown() throws {
    #expect(try labels([timeline.event(.settled(.succeeded))]) == ["n settled 0"])
  }

  @Test("holds names and errors with quotes, controls and Unicode")
  func escapes() throws {
    let name = "GET \"/ảnh\\\u{1}\n\" 🎵"
    let records = try records([timeline.event(.started, name: name)])
    #expect(records[1].name == name)
  }

  @Test("is exactly this, for a run")
  func exact() {
    let events = [
      timeline.event(.started, at: 0, name: "fetch"),
      timeline.event(.settled(.succeeded), at: 2, name: "fetch"),
    ]
    #expect(
      ChromeTrace.json(events, process: "shop", processID: 42) == """
        [
        {"ph":"M","name":"process_name","pid":42,"tid":42,"args":{"name":"shop"}},
        {"ph":"b","name":"fetch","ts":0.000,"pid":42,"tid":42,"args":{"run":"#1"},"cat":"errands","id":"1"},
        {"ph":"b","name":"running","ts":0.000,"pid":42,"tid":42,"cat":"errands","id":"1"},
        {"ph":"e","name":"running","ts":2000.000,"pid":42,"tid":42,"cat":"errands","id":"1"},
        {"ph":"e","name":"fetch","ts":2000.000,"pid":42,"tid":42,"args":{"outcome":"succeeded"},\
        "cat":"errands","id":"1"}
        ]

        """
    )
  }

  @Test("takes linear time, however many runs are in flight", .timeLimit(.minutes(1)))
  func many() throws {
    // Each event copied all runs: a thousand times as much.
    let events = (1...20_000).map { timeline.event(.made(parent: nil), run: $0) }
    let lines = ChromeTrace.json(events).split(separator: "\n")
    #expect(lines.count == events.count + 3, "the title and the brackets, too")
  }

  @Test("of nothing is an empty list")
  func empty() throws {
    #expect(try records([]).isEmpty)
  }
}

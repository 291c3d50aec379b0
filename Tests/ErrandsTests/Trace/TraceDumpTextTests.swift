import Foundation
import Testing

@testable import Errands

@Suite("The text of a dump")
struct TraceDumpTextTests {
  private let timeline = Timeline()

  private func lines(_ dump: TraceDump, repeating limit: Int? = 10) -> [String] {
    dump.text(repeating: limit).components(separatedBy: "\n")
  }

  /// The lines without what all of them have in these tests.
  private func tails(_ dump: TraceDump, repeating limit: Int? = 10) -> [String] {
    lines(dump, repeating: limit).dropFirst()
      .map { $0.replacing("0.000 s  ", with: "").replacing("  Tests/Timeline.swift:1", with: "") }
  }

  private var documented: [TracedRun] {
    [
      timeline.run(
        1,
        "thumbnails",
        origin: SourceLocation(fileID: "Shop/Thumbnails.swift", line: 8),
        heard: (.started, 0)
      ),
      timeline.run(
        2,
        "cover",
        below: 1,
        origin: SourceLocation(fileID: "Shop/Cover.swift", line: 20),
        made: 1_000,
        heard: (.started, 1_000),
        (.progress(RunProgress(completed: 3, total: 10)), 11_500)
      ),
      timeline.run(
        3,
        "page",
        below: 1,
        origin: SourceLocation(fileID: "Shop/Page.swift", line: 31),
        made: 9_250,
        queue: "downloads",
        heard: (.queued, 9_250)
      ),
      timeline.run(
        4,
        nil,
        origin: SourceLocation(fileID: "Shop/Map.swift", line: 12),
        made: 500,
        heard: (.started, 500),
        (.progress(RunProgress(completed: 512, total: nil)), 750)
      ),
    ]
  }

  @Test("is a line a run, with its fields below one another, and as the guide shows it")
  func example() throws {
    let text = timeline.dump(documented, unawaited: [4], at: 12_000).description
    #expect(
      text == """
        4 runs in flight; 1 held for more than 10.000 s; 1 that nobody waits for
        #1  12.000 s  running  "thumbnails"  Shop/Thumbnails.swift:8  waits for 2 runs
        #2  11.000 s  running    "cover"  Shop/Cover.swift:20  of #1  3/10
        #3   2.750 s  queued     "page"  Shop/Page.swift:31  of #1  in "downloads"
        #4  11.500 s  running  Shop/Map.swift:12  512/?  ! held for 11.250 s  ! nobody waits for it
        """
    )
    #expect(try guide().contains(text))
  }

  private func guide() throws -> String {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let guide = root.appending(path: "Sources/Errands/Errands.docc/Guides/LookingOn.md")
    return try String(contentsOf: guide, encoding: .utf8)
  }

  @Test("says how to begin where nobody tracks the runs")
  func untracked() {
    #expect(TraceDump().description.contains("Trace.track()"))
    #expect(!TraceDump().isTracked)
  }

  @Test("says that nothing is in flight, and what was forgotten")
  func empty() {
    #expect(timeline.dump([]).description == "0 runs in flight")
    let dump = timeline.dump([], forgotten: 1_234)
    #expect(dump.description == "0 runs in flight; 1,234 older ones forgotten since the tracking began")
    #expect(lines(timeline.dump([timeline.run(1)])).first == "1 run in flight")
  }

  @Test("names the one run that another waits for")
  func waitsForOne() {
    let dump = timeline.dump([
      timeline.run(1, "index"), timeline.run(2, "cover", after: [1], heard: (.queued, 0)),
    ])
    #expect(tails(dump) == [#"#1  made     "index""#, #"#2  queued   "cover"  waits for #1"#])
  }

  @Test("is one line a run, whatever a name holds, and sends a terminal nothing that it obeys")
  func controls() {
    let dump = timeline.dump([
      timeline.run(1, "two\nlines"), timeline.run(2, "red \u{1B}[31m", queue: "q\n", heard: (.queued, 0)),
    ])
    #expect(tails(dump) == [#"#1  made     "two\nlines""#, #"#2  queued   "red \u001b[31m"  in "q\n""#])
  }

  @Test("writes ten of a kind, and how many more there are, where the first of those would stand")
  func repeats() {
    let dump = timeline.dump((1...10_000).map { timeline.run($0, $0.isMultiple(of: 2) ? "even" : "odd") })
    let tails = tails(dump)
    #expect(tails.count == 22)
    #expect(
      tails[19...] == [
        #"#20     made     "even""#, "…                         and 4,990 more like #19",
        "…                         and 4,990 more like #20",
      ]
    )
    #expect(lines(dump, repeating: nil).count == 10_001)
  }

  @Test("takes runs for the same only where those below them are, too")
  func kinds() {
    let runs =
      (1...6).map { timeline.run($0) } + [
        timeline.run(7, "page", below: 2), timeline.run(8, "page", below: 4),
        timeline.run(9, "page", below: 5),
      ]
    #expect(
      tails(timeline.dump(runs), repeating: 1) == [
        #"#1  made     "work""#,
        #"#2  made     "work"  waits for #7"#,
        #"#7  made       "page"  of #2"#,
        "…                     and 2 more like #1",
        "…                     and 2 more like #2",
      ]
    )
  }

  @Test(
    "tells runs apart",
    arguments: ["name", "line", "phase", "queue", "mark", "parent"]
  )
  func apart(by field: String) {
    let first = timeline.run(1, queue: "first", heard: (.queued, 0))
    let elsewhere = SourceLocation(fileID: "Tests/Timeline.swift", line: 2)
    let other: [String: TracedRun] = [
      "name": timeline.run(2, "other", queue: "first", heard: (.queued, 0)),
      "line": timeline.run(2, origin: elsewhere, queue: "first", heard: (.queued, 0)),
      "phase": timeline.run(2, queue: "first"),
      "queue": timeline.run(2, queue: "second", heard: (.queued, 0)),
      "parent": timeline.run(2, below: 1, queue: "first", heard: (.queued, 0)),
    ]
    let second = other[field] ?? timeline.run(2, queue: "first", heard: (.queued, 0))
    let dump = timeline.dump([first, second], unawaited: field == "mark" ? [2] : [])
    #expect(!dump.text(repeating: 1).contains("more like"), "\(field)")
  }

  @Test("takes progress and age for no difference")
  func same() {
    let report = TraceEvent.Kind.progress(RunProgress(completed: 1, total: 2))
    let dump = timeline.dump([
      timeline.run(1, heard: (.started, 0)), timeline.run(2, made: 1, heard: (.started, 2), (report, 3)),
    ])
    #expect(dump.text(repeating: 1).contains("and 1 more like #1"))
  }
}

/// Writes the lines of a dump, with the first columns below one another.
struct DumpText {
  /// Deeper runs are indented like a run of this depth, and bear their depth.
  private static let deepest = 20
  /// As many as the longest number, the greatest age and the deepest indent take together.
  private static let spaces = String(repeating: " ", count: 128)

  private(set) var text: String
  private let idWidth: Int
  private let ageWidth: Int
  private let phaseWidth = 7

  init(_ entries: [TraceDump.Entry], summary: String) {
    text = summary
    // The youngest run has the longest number, and the oldest the greatest age.
    idWidth = (entries.map(\.id).max()?.description ?? "").utf8.count
    ageWidth = Self.seconds(entries.map(\.age).max() ?? .zero).utf8.count
  }

  mutating func add(_ entry: TraceDump.Entry) {
    let run = entry.run
    begin(run.id.description, Self.seconds(entry.age), run.phase.word, depth: entry.depth)
    let origin = run.origin.description
    text += run.name == origin ? origin : "\(JSONObject.quoted(run.name))  \(origin)"
    if let parent = run.parent { add("of \(parent)") }
    if let run = run.madeWithin { add("made in \(run)") }
    if let run = run.joined { add("shares the work of \(run)") }
    if let queue = entry.queue { add("in \(JSONObject.quoted(queue))") }
    if let phase = run.workPhase { add("at \(JSONObject.quoted(phase))") }
    if let progress = run.progress { add("\(progress.completed)/\(progress.total.map(String.init) ?? "?")") }
    if let first = entry.waitsFor.first {
      add("waits for \(entry.waitsFor.count == 1 ? first.description : Self.counted(entry.waitsFor.count))")
    }
    if let silence = entry.silence, entry.isHeld { add("! held for \(Self.seconds(silence))") }
    if entry.isUnawaited { add("! nobody waits for it") }
  }

  /// The line for the runs that are not written.
  mutating func add(_ count: Int, like last: TraceDump.Entry) {
    begin("…", "", "", depth: last.depth)
    text += "and \(Self.grouped(count)) more like \(last.id)"
  }

  private mutating func add(_ field: String) {
    text += "  "
    text += field
  }

  private mutating func begin(_ id: String, _ age: String, _ phase: String, depth: Int) {
    text += "\n" + id
    pad(idWidth - id.count + 2 + ageWidth - age.utf8.count)
    text += age + "  " + phase
    pad(phaseWidth - phase.utf8.count + 2 + 2 * min(depth, Self.deepest))
    if depth > Self.deepest { text += "(\(depth)) " }
  }

  private mutating func pad(_ count: Int) { text += Self.spaces.prefix(max(count, 0)) }
}

extension DumpText {
  static func counted(_ runs: Int) -> String { runs == 1 ? "1 run" : "\(grouped(runs)) runs" }

  /// With a comma after each three digits.
  static func grouped(_ number: Int) -> String {
    let digits = String(number)
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.utf8.count - place).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// To the millisecond, however long: all ages sort as numbers.
  static func seconds(_ duration: Duration) -> String {
    let time = max(duration, .zero).components
    let milliseconds = String(time.attoseconds / 1_000_000_000_000_000)
    let zeros = String(repeating: "0", count: 3 - milliseconds.utf8.count)
    return "\(time.seconds).\(zeros)\(milliseconds) s"
  }
}

extension TracedRun.Phase {
  fileprivate var word: String {
    switch self {
    case .made: "made"
    case .queued: "queued"
    case .running: "running"
    case .settled: "settled"
    }
  }
}

/// A scenario as three lines of text that are read from left to right, one above the other:
///
/// ```
/// script  "?-1-c-v"   what the owner, the work and the world do: see Marble
/// owner   "-1-c-"     what the owner is told
/// work    ">--c-!"    what the work notices
/// ```
///
/// `-` is a tick of the virtual clock in all three; what stands between two ticks happens, in its order, in
/// the same instant and takes no room of its own. All three lines have the same number of ticks.
///
/// The owner is told `1` … `9` for a report, `v` for the work's very value, `x` for the identical error, `c`
/// for a cancellation, `~` for an abandoned callback and `t` for a deadline that passed. The work notices `>`
/// its start, `c` that it has to stop, `!` that a settlement came too late; and `o` stands where the owner is
/// freed.
struct Diagram: Sendable, Equatable {
  let script: [[Marble]]
  private(set) var owner: [String]
  /// Nil where a law leaves open what the work notices.
  let work: [String]?

  init(_ script: String, owner: String, work: String? = nil) throws(MalformedDiagram) {
    let script = try Self.parse(script)
    self.script = script
    self.owner = try Self.line(owner, of: "123456789vxc~t", ticks: script.count - 1)
    self.work = if let work { try Self.line(work, of: ">c!o", ticks: script.count - 1) } else { nil }
  }

  /// The same for an owner that is not told of a cancellation which it has asked for itself.
  var withoutWordOfCancellation: Diagram {
    var silent = self
    for (instant, marbles) in script.enumerated() where marbles.contains(.cancel) {
      silent.owner[instant].removeAll { $0 == "c" }
    }
    return silent
  }

  /// How many marbles and ticks a line has up to the end of this instant.
  static func length(of line: [String], upTo instant: Int) -> Int {
    line[...instant].reduce(instant) { $0 + $1.count }
  }

  private static func parse(_ text: String) throws(MalformedDiagram) -> [[Marble]] {
    var instants: [[Marble]] = [[]]
    var grammar = ScriptGrammar()
    for character in text {
      if character == "-" {
        instants.append([])
        continue
      }
      guard let marble = Marble(character) else { throw .unknownMarble(character, in: text) }
      if let complaint = grammar.take(marble) { throw .misplaced(character, in: text, complaint) }
      instants[instants.count - 1].append(marble)
    }
    if let complaint = grammar.end() { throw .unfinished(text, complaint) }
    return instants
  }

  private static func line(
    _ text: String,
    of alphabet: String,
    ticks: Int
  ) throws(MalformedDiagram) -> [String] {
    if let stranger = text.first(where: { $0 != "-" && !alphabet.contains($0) }) {
      throw .unknownMarble(stranger, in: text)
    }
    let instants = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard instants.count == ticks + 1 else { throw .ticksDiffer(text, expected: ticks) }
    return instants
  }
}

#if ERRANDS_EXPLORED
  import Errands
#endif

/// A schedule for the eye: a column for each body, a line for each step.
struct Diagram: Sendable {
  private static let widest = 64

  /// With the number of the body that it belongs to; nil where that has ended.
  private var columns: [(name: String, body: Int?)] = []
  private var steps: [(column: Int, text: String)] = []

  /// - Parameter body: Tells bodies of one name apart.
  mutating func add(_ body: Int, _ name: String, _ text: String) {
    steps.append((column(of: body, name), text))
  }

  /// The column is free for the next body of the name: the jobs of a task are bodies, one after the other.
  mutating func end(_ body: Int, _ name: String) {
    add(body, name, "ends")
    columns[column(of: body, name)].body = nil
  }

  private mutating func column(of body: Int, _ name: String) -> Int {
    if let column = columns.firstIndex(where: { $0.body == body }) { return column }
    if let free = columns.firstIndex(where: { $0.name == name && $0.body == nil }) {
      columns[free].body = body
      return free
    }
    columns.append((name, body))
    return columns.count - 1
  }

  var text: String {
    var widths = columns.map(\.name.count)
    for step in steps { widths[step.column] = max(widths[step.column], min(step.text.count, Self.widest)) }
    let number = String(steps.count).count
    let names = zip(columns, widths).map { "  " + Self.cell($0.name, $1) }.joined()
    let head = String(repeating: " ", count: number) + names
    let lines = steps.enumerated().map { index, step in
      let before = widths.prefix(step.column).map { String(repeating: " ", count: $0 + 2) }.joined()
      let line = String(index + 1)
      return String(repeating: " ", count: number - line.count) + line + before + "  "
        + Self.shortened(step.text)
    }
    return ([Self.trimmed(head)] + lines).joined(separator: "\n")
  }

  private static func cell(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }

  private static func shortened(_ text: String) -> String {
    text.count > widest ? text.prefix(widest - 1) + "…" : text
  }

  #if ERRANDS_EXPLORED
    /// In the order in which they were come to. They are kept, or another one could have the identity of one that went.
    private var places: [(place: MeetingPlace, name: String)] = []

    mutating func add(_ body: Int, _ name: String, at place: MeetingPlace, _ caller: MeetingPlace.Caller) {
      add(body, name, text(place, caller))
    }

    mutating func add(
      _ body: Int,
      _ name: String,
      waitingFor place: MeetingPlace,
      _ caller: MeetingPlace.Caller
    ) {
      add(body, name, "waits for " + text(place, caller))
    }

    private mutating func text(_ place: MeetingPlace, _ caller: MeetingPlace.Caller) -> String {
      let line = caller.site.location
      return "\(name(of: place)) in \(caller.function) \(Self.stem(line.fileID)):\(line.line)"
    }

    /// The file that made the place, and its number among the places of that file.
    private mutating func name(of place: MeetingPlace) -> String {
      if let known = places.first(where: { $0.place === place }) { return known.name }
      let file = Self.stem(place.origin.location.fileID)
      let number = places.count { Self.stem($0.place.origin.location.fileID) == file } + 1
      let name = "\(file) \(number)"
      places.append((place, name))
      return name
    }

    private static func stem(_ fileID: String) -> String {
      let name = fileID.split(separator: "/").last.map(String.init) ?? fileID
      return name.hasSuffix(".swift") ? String(name.dropLast(6)) : name
    }
  #endif
}

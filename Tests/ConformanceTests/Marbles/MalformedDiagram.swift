/// A diagram that means nothing. The scenario that holds it fails, instead of testing less than it says.
enum MalformedDiagram: Error, Equatable, CustomStringConvertible {
  case unknownMarble(Character, in: String)
  case misplaced(Character, in: String, String)
  case unfinished(String, String)
  case ticksDiffer(String, expected: Int)

  var description: String {
    switch self {
    case .unknownMarble(let marble, let line): "\"\(marble)\" in \"\(line)\" is no marble of this line"
    case .misplaced(let marble, let line, let complaint): "\"\(marble)\" in \"\(line)\": \(complaint)"
    case .unfinished(let line, let complaint): "\"\(line)\": \(complaint)"
    case .ticksDiffer(let line, let expected): "\"\(line)\" has not the script's \(expected) ticks"
    }
  }
}

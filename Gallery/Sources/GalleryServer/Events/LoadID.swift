import Errands
import HTTPTypes
import Hummingbird

/// What a load is called in the events about it.
enum LoadID: Sendable, Hashable, Encodable {
  /// As its run, where the client has no name for it. No other load of this process has the number.
  case run(RunID)
  /// As the client calls it, which alone knows the name, and so knows its own load among others of the same label.
  case named(String)

  /// The longest name, in characters.
  static let longest = 64

  /// A name that a client has chosen: letters, digits, `-` and `_` of ASCII.
  ///
  /// - Throws: A problem with status 400 for any other.
  init(naming name: String) throws(Problem) {
    guard (1...Self.longest).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed) else {
      throw .badRequest(
        "X-Load is the name of a load: send 1 to \(Self.longest) letters, digits, hyphens and underscores."
      )
    }
    self = .named(name)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .run(let id): try container.encode(id.rawValue)
    case .named(let name): try container.encode(name)
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}

extension Request {
  /// What the client calls the load that it asks for, by its field `X-Load`; `nil` where it does not say.
  ///
  /// - Throws: A problem with status 400 for what is no name.
  var loadID: LoadID? {
    get throws(Problem) {
      guard let field = HTTPField.Name("X-Load"), let name = headers[field] else { return nil }
      return try LoadID(naming: name)
    }
  }
}

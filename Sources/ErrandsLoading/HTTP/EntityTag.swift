/// What a server calls one state of a resource (RFC 9110, section 8.8.3).
struct EntityTag: Sendable, Hashable {
  /// With its quotes.
  let opaque: String
  /// Says only that two answers mean the same, not that they have the same bytes.
  let isWeak: Bool

  /// `"xyzzy"` or `W/"xyzzy"`; nil for anything else.
  init?(_ text: some StringProtocol) {
    var rest = FieldList.trimmed(Substring(text))
    isWeak = rest.hasPrefix("W/")
    if isWeak { rest = rest.dropFirst(2) }
    let bytes = rest.utf8
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""),
      bytes.dropFirst().dropLast().allSatisfy({ $0 == 0x21 || $0 > 0x22 && $0 != 0x7F })
    else { return nil }
    opaque = String(rest)
  }

  /// Whether they name the same bytes (RFC 9110, section 8.8.3.2).
  func isSame(as other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

  /// Whether they name the same meaning.
  func isEquivalent(to other: EntityTag) -> Bool { opaque == other.opaque }
}

extension EntityTag: CustomStringConvertible {
  var description: String { isWeak ? "W/\(opaque)" : opaque }
}

/// What a server calls one state of a resource (RFC 9110, section 8.8.3).
struct EntityTag: Sendable, Hashable {
  /// With its quotes.
  let opaque: String
  /// Says only that two answers mean the same, not that they have the same bytes.
  let isWeak: Bool

  /// `"xyzzy"` or `W/"xyzzy"`; nil for anything else, and for one that was not in UTF-8: a replacement character stands
  /// for any byte, so that unlike tags would be alike, and the server would not know its own again.
  init?(_ text: some StringProtocol) {
    var rest = FieldList.trimmed(Substring(text))
    isWeak = rest.utf8.starts(with: "W/".utf8)
    if isWeak { rest = Substring(rest.utf8.dropFirst(2)) }
    let bytes = rest.utf8
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""),
      bytes.dropFirst().dropLast().allSatisfy({ $0 == 0x21 || $0 > 0x22 && $0 != 0x7F }),
      bytes.allSatisfy({ $0 < 0x80 }) || !rest.unicodeScalars.contains("\u{FFFD}")
    else { return nil }
    opaque = String(rest)
  }

  /// Whether they name the same bytes (RFC 9110, section 8.8.3.2).
  func isSame(as other: EntityTag) -> Bool { !isWeak && !other.isWeak && isEquivalent(to: other) }

  /// Whether they name the same meaning. Byte by byte: to Swift two strings are equal that look the same, such as the two
  /// ways to write “é”.
  func isEquivalent(to other: EntityTag) -> Bool { opaque.utf8.elementsEqual(other.opaque.utf8) }

  static func == (left: EntityTag, right: EntityTag) -> Bool {
    left.isWeak == right.isWeak && left.isEquivalent(to: right)
  }
}

extension EntityTag: CustomStringConvertible {
  var description: String { isWeak ? "W/\(opaque)" : opaque }
}

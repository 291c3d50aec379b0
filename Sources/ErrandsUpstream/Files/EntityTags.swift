/// The entity tags in a field such as `If-None-Match`: a list of them, or `*` for any (RFC 9110 section 8.8.3).
enum EntityTags: Equatable {
  case any
  /// As they were written, with their quotes.
  case list([Substring])

  /// - Parameter text: The fields of one name, joined by commas. What is no tag in it is passed over.
  init(_ text: String) {
    if text.trimmingSpaces() == "*" {
      self = .any
      return
    }
    var tags: [Substring] = []
    var rest = text[...]
    // A comma may stand in a tag, so that quotes are looked for, and not commas.
    while let open = rest.firstIndex(of: "\"") {
      let inside = rest.index(after: open)
      guard let close = rest[inside...].firstIndex(of: "\"") else { break }
      let start = rest[..<open].hasSuffix("W/") ? rest.index(open, offsetBy: -2) : open
      tags.append(rest[start...close])
      rest = rest[rest.index(after: close)...]
    }
    self = .list(tags)
  }

  /// Whether `tag` is among them and names the same bytes (RFC 9110 section 8.8.3.2). A weak tag never does.
  ///
  /// - Parameter tag: That of what there is; `nil` where it has none, which only `*` matches.
  func containsStrongly(_ tag: String?) -> Bool {
    switch self {
    case .any: true
    case .list(let tags): tag.map { !Self.isWeak($0[...]) && tags.contains($0[...]) } ?? false
    }
  }

  /// Whether `tag` is among them, be it in a weak form on either side.
  func containsWeakly(_ tag: String?) -> Bool {
    switch self {
    case .any: true
    case .list(let tags): tag.map { tags.map(Self.opaque).contains(Self.opaque($0[...])) } ?? false
    }
  }

  private static func isWeak(_ tag: Substring) -> Bool { tag.hasPrefix("W/") }

  private static func opaque(_ tag: Substring) -> Substring { isWeak(tag) ? tag.dropFirst(2) : tag }
}

extension StringProtocol {
  /// Without the spaces and tabs at either end (RFC 9110 section 5.6.3).
  func trimmingSpaces() -> SubSequence {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
    let start = firstIndex { !isSpace($0) } ?? endIndex
    let end = self[start...].lastIndex { !isSpace($0) }.map { index(after: $0) } ?? endIndex
    return self[start..<end]
  }
}

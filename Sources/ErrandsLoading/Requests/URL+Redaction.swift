import Foundation

extension URL {
  /// The address as it may be named, traced, logged and shown: without user, password and fragment, and with a query told
  /// by its names alone, as its values are often keys and signatures.
  public var redacted: String { Self.redacting(absoluteString) }

  /// The same of a text that is meant to be an address, and may be none. By bytes: to Swift an `@` and the accent behind it are
  /// one character, which is no `@`, and the password before it was shown.
  static func redacting(_ text: String) -> String {
    var rest = text[...]
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
    var query: Substring?
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[rest.utf8.index(after: mark)...]
      rest = rest[..<mark]
    }
    return withoutUser(rest) + (query.map { "?" + names(ofQuery: $0) } ?? "")
  }

  /// What is before the last `@` of the authority is user and password (RFC 3986, section 3.2.1).
  private static func withoutUser(_ text: Substring) -> String {
    guard let slashes = text.utf8.firstRange(of: "//".utf8) else { return String(text) }
    let authority = text.utf8[slashes.upperBound...].prefix {
      $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
    }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return String(text) }
    return String(text[..<slashes.upperBound] + text[text.utf8.index(after: at)...])
  }

  private static func names(ofQuery query: Substring) -> String {
    query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
      // A pair without a name is a value.
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return pair.isEmpty ? "" : "…" }
      return String(Substring(pair[..<equals])) + "=…"
    }.joined(separator: "&")
  }
}

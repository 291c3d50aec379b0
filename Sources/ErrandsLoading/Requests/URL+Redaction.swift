import Foundation

extension URL {
  /// The address as it may be named, traced, logged and shown: without user, password and fragment, and with a query told
  /// by its names alone, as its values are often keys and signatures.
  public var redacted: String { Self.redacting(absoluteString) }

  /// The same of a text that is meant to be an address, and may be none.
  static func redacting(_ text: String) -> String {
    var rest = text[...]
    if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
    var query: Substring?
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    return withoutUser(rest) + (query.map { "?" + names(ofQuery: $0) } ?? "")
  }

  /// What is before the last `@` of the authority is user and password (RFC 3986, section 3.2.1).
  private static func withoutUser(_ text: Substring) -> String {
    guard let slashes = text.range(of: "//") else { return String(text) }
    let authority = text[slashes.upperBound...].prefix { $0 != "/" && $0 != "\\" }
    guard let at = authority.lastIndex(of: "@") else { return String(text) }
    return String(text[..<slashes.upperBound] + text[text.index(after: at)...])
  }

  private static func names(ofQuery query: Substring) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      // A pair without a name is a value.
      guard let equals = pair.firstIndex(of: "=") else { return pair.isEmpty ? "" : "…" }
      return String(pair[..<equals]) + "=…"
    }.joined(separator: "&")
  }
}

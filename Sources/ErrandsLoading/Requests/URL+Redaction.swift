import Foundation

extension URL {
  /// The address as it may be named, traced, logged and shown: without user, password and fragment, and with a query told
  /// by its names alone, as its values are often keys and signatures.
  public var redacted: String { Self.withoutSecrets(absoluteString[...]) }

  /// The same of a text that is meant to be an address, and may be none. What is no address may have its user and password
  /// anywhere before an `@`: a password with a `/`, a `?` or a `#` in it ends the address for every parser, and would be shown.
  static func redacting(_ text: String) -> String {
    if let url = URL(string: text, encodingInvalidCharacters: false), url.host?.isEmpty == false {
      return url.redacted
    }
    let start = startOfAuthority(of: text[...])
    guard let at = text[start...].lastIndex(of: "@") else { return withoutSecrets(text[...]) }
    return withoutSecrets(text[..<start] + text[text.index(after: at)...])
  }

  private static func withoutSecrets(_ text: Substring) -> String {
    var rest = text.prefix { $0 != "#" }
    var query: Substring?
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    return withoutUser(rest) + (query.map { "?" + names(ofQuery: $0) } ?? "")
  }

  /// What is before the last `@` of the authority is user and password (RFC 3986, section 3.2.1).
  private static func withoutUser(_ text: Substring) -> String {
    let start = startOfAuthority(of: text)
    let authority = text[start...].prefix { !isSlash($0) }
    guard let at = authority.lastIndex(of: "@") else { return String(text) }
    return String(text[..<start] + text[text.index(after: at)...])
  }

  /// Behind a scheme and its slashes, however many; in a text without a scheme at the beginning. `user:password@host` has no
  /// scheme, though it looks like it.
  private static func startOfAuthority(of text: Substring) -> String.Index {
    guard
      let colon = text.firstIndex(where: {
        !$0.isASCII || !($0.isLetter || $0.isNumber || "+-.".contains($0))
      }),
      text[colon] == ":"
    else { return text.prefix(while: isSlash).endIndex }
    let rest = text[text.index(after: colon)...]
    let isScheme =
      rest.first.map(isSlash) ?? false || ["http", "https"].contains(text[..<colon].lowercased())
    return isScheme ? rest.prefix(while: isSlash).endIndex : text.startIndex
  }

  private static func isSlash(_ character: Character) -> Bool { character == "/" || character == "\\" }

  private static func names(ofQuery query: Substring) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      if pair.isEmpty { return "" }
      // A pair without a name is a value, and so may be one that ends with its only equals signs, as Base64 does.
      guard let equals = pair.firstIndex(of: "="), !pair[equals...].allSatisfy({ $0 == "=" }) else {
        return "…"
      }
      return String(pair[..<equals]) + "=…"
    }.joined(separator: "&")
  }
}

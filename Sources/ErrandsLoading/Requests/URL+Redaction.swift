import Foundation

extension URL {
  /// The address as it may be named, traced, logged and shown: without user, password and fragment, and with a query told
  /// by its names alone, as its values are often keys and signatures.
  public var redacted: String {
    let text = absoluteString
    return text.utf8.contains(where: Redaction.hidesSecret) ? Redaction.withoutSecrets(text.utf8[...]) : text
  }

  /// The same of a text that is meant to be an address, and may be none. What is no address may have its user and password
  /// anywhere before an `@`: a password with a `/`, a `?` or a `#` in it ends the address for every parser, and would be shown.
  static func redacting(_ text: String) -> String {
    let bytes = text.utf8[...]
    // The sign for what is left out is in no address; with it, one that was redacted already would be taken for none.
    let plain = text.replacingOccurrences(of: Redaction.leftOut, with: "-")
    if URL(string: plain, encodingInvalidCharacters: false)?.host?.isEmpty == false {
      return Redaction.withoutSecrets(bytes)
    }
    let start = Redaction.startOfAuthority(of: bytes)
    guard let at = bytes[start...].lastIndex(of: UInt8(ascii: "@")) else {
      return Redaction.withoutSecrets(bytes)
    }
    let kept = Redaction.text(bytes[..<start]) + Redaction.text(bytes[bytes.index(after: at)...])
    return Redaction.withoutSecrets(kept.utf8[...])
  }
}

/// By bytes: to Swift an `@` and the accent behind it are one character, which is no `@`, and the password before it was shown.
private enum Redaction {
  typealias Bytes = Substring.UTF8View

  static let leftOut = "…"

  /// Whether there may be something to leave out behind this byte, or before it.
  static func hidesSecret(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "@") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  static func withoutSecrets(_ text: Bytes) -> String {
    var rest = text.prefix { $0 != UInt8(ascii: "#") }
    var query: Bytes?
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    return withoutUser(rest) + (query.map { "?" + names(ofQuery: $0) } ?? "")
  }

  /// What is before the last `@` of the authority is user and password (RFC 3986, section 3.2.1).
  private static func withoutUser(_ address: Bytes) -> String {
    let start = startOfAuthority(of: address)
    let authority = address[start...].prefix { !isSlash($0) }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return text(address) }
    return text(address[..<start]) + text(address[address.index(after: at)...])
  }

  /// Behind a scheme and its slashes, however many; in a text without a scheme at the beginning. `user:password@host` has no
  /// scheme, though it looks like it.
  static func startOfAuthority(of address: Bytes) -> String.Index {
    guard let colon = address.firstIndex(where: { !isOfScheme($0) }), address[colon] == UInt8(ascii: ":")
    else { return address.prefix(while: isSlash).endIndex }
    let rest = address[address.index(after: colon)...]
    let scheme = text(address[..<colon]).lowercased()
    let isScheme = rest.first.map(isSlash) ?? false || ["http", "https"].contains(scheme)
    return isScheme ? rest.prefix(while: isSlash).endIndex : address.startIndex
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func isSlash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
  }

  private static func names(ofQuery query: Bytes) -> String {
    let equals = UInt8(ascii: "=")
    return query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
      if pair.isEmpty { return "" }
      // A pair without a name is a value, and so may be one that ends with its only equals signs, as Base64 does.
      guard let end = pair.firstIndex(of: equals), !pair[end...].allSatisfy({ $0 == equals }) else {
        return leftOut
      }
      return text(pair[..<end]) + "=" + leftOut
    }.joined(separator: "&")
  }
}

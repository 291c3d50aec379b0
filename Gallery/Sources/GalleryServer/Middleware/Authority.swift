import GalleryJobs

/// Host and port as a request's `Host` and an origin name them (RFC 3986, section 3.2).
struct Authority: Equatable, Sendable {
  /// In lower case, an address of version 6 without its brackets, and a name without the dot at its end.
  let host: String
  let port: Int?

  /// Nil for what is none, which may have a user in it, or nothing but a port.
  ///
  /// Read by hand: a regular expression is made anew each time that it is come by, which was a quarter of all that the
  /// server did for a picture that is there.
  init?(_ text: String) {
    let isLiteral = text.utf8.first == UInt8(ascii: "[")
    let end =
      isLiteral ? text.utf8.firstIndex(of: UInt8(ascii: "]")) : text.utf8.firstIndex(of: UInt8(ascii: ":"))
    guard let end = end ?? (isLiteral ? nil : text.endIndex) else { return nil }
    let name = isLiteral ? text[..<end].dropFirst() : text[..<end]
    let rest = text[end...].dropFirst(isLiteral ? 1 : 0)
    guard !name.isEmpty, name.unicodeScalars.allSatisfy({ isLiteral ? $0.isOfAddress : $0.isOfName }),
      rest.isEmpty || rest.first == ":"
    else { return nil }
    let digits = rest.dropFirst()
    guard digits.utf8.count <= 5, digits.utf8.allSatisfy(\.isDigit) else { return nil }
    let plain = name.lowercased()
    host = plain.hasSuffix(".") ? String(plain.dropLast()) : plain
    port = Int(digits)
  }
}

extension Unicode.Scalar {
  /// Hexadecimal digits, dots and colons.
  fileprivate var isOfAddress: Bool { isASCII && (properties.isASCIIHexDigit || self == "." || self == ":") }

  /// Neither a space nor what parts an address.
  fileprivate var isOfName: Bool {
    switch self {
    case "[", "]", "@", ":", "/", "?", "#": false
    default: isASCII ? value > 0x20 : !properties.isWhitespace
    }
  }
}

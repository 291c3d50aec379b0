/// The name that a server gives to a file, as it stands in `Content-Disposition` (RFC 6266).
package struct Attachment: Sendable, Hashable {
  package let name: String

  package init(name: String) {
    self.name = name
  }

  /// With the name in ASCII for clients that know no other, and as it is where that is not all of it (section 4.3).
  package var field: String {
    let plain = String(String.UnicodeScalarView(name.unicodeScalars.map { Self.isPlain($0) ? $0 : "_" }))
    let field = "attachment; filename=\"\(plain)\""
    return plain == name ? field : "\(field); filename*=UTF-8''\(encoded)"
  }

  /// Quotes, backslashes and line ends would end the name in the middle, or the field, and another one would begin.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    (" "..."~").contains(scalar) && scalar != "\"" && scalar != "\\"
  }

  /// Percent-encoded but for what needs none (RFC 8187 section 3.2.1).
  private var encoded: String {
    name.utf8.map { byte in
      if Self.unencoded.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }.joined()
  }

  private static let unencoded = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`|~".utf8
  )
}

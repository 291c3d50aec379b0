/// One thing to fetch: an address, and what is known of the file behind it.
public struct FetchItem: Sendable, Hashable {
  /// The address as it was given.
  public let address: String
  /// The SHA-256 that the file has to have, hexadecimal; nil for any.
  public var sha256: String?

  public init(_ address: String, sha256: String? = nil) {
    self.address = address
    self.sha256 = sha256
  }

  /// Whether a text is a SHA-256: 64 hexadecimal digits.
  public static func isSHA256(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 64 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}

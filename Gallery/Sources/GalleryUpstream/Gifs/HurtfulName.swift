/// A file name that harms a program which saves a download under it, unchecked.
struct HurtfulName: Sendable {
  /// The last segment of the address, percent-encoded; `nil` for a harmless one.
  let segment: String?
  /// The `Content-Disposition` of the answer; `nil` for none.
  let disposition: String?

  static let all = [
    // Out of the folder, by slashes and by backslashes, once and twice encoded, and by nothing but dots.
    HurtfulName(segment: "..%2f..%2fevil.gif"),
    HurtfulName(segment: "..%5c..%5cevil.gif"),
    HurtfulName(segment: "..%252f..%252fevil.gif"),
    HurtfulName(segment: "%2e%2e"),
    // Longer than any file system takes.
    HurtfulName(segment: String(repeating: "a", count: 4092) + ".gif"),
    // Decomposed: another name to a computer than the same word as people type it.
    HurtfulName(segment: "me%CC%80o-ngu%CC%89-tre%CC%82n-ma%CC%81i-nha%CC%80.gif"),
    // One family is 25 bytes, and cut in the middle it is no text any more.
    HurtfulName(segment: String(repeating: family, count: 30) + ".gif"),
    // Hidden, with control characters, and a device on some systems.
    HurtfulName(segment: ".hidden.gif"),
    HurtfulName(segment: "evil%00%0a%1b%5b31m.gif"),
    HurtfulName(segment: "NUL.gif"),
    // A harmless address, and a head that is not.
    HurtfulName(disposition: #"attachment; filename="../../evil.gif""#),
    HurtfulName(disposition: "attachment; filename*=UTF-8''..%2F..%2Fm%C3%A8o.gif"),
    // Two of one name, of which the second must not overwrite the first.
    HurtfulName(segment: "same.gif"),
    HurtfulName(segment: "same.gif"),
  ]

  private static let family = "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7%E2%80%8D%F0%9F%91%A6"

  private init(segment: String? = nil, disposition: String? = nil) {
    self.segment = segment
    self.disposition = disposition
  }
}

/// Which part of a resource an answer has (RFC 9110, section 14.4). In bytes; the last one is part of it.
struct ContentRange: Sendable, Hashable {
  /// Nil where the server refuses the range that was asked for.
  let bytes: ClosedRange<Int64>?
  /// The length of the whole; nil where the server does not know it.
  let total: Int64?

  /// `bytes 0-499/1234`, `bytes 0-499/*` or `bytes */1234`; nil for anything else, and for what cannot be.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[1] == "*" {
      total = nil
    } else {
      guard let length = FieldList.number(parts[1]), length < .max else { return nil }
      total = length
    }
    if parts[0] == "*" {
      guard total != nil else { return nil }
      bytes = nil
      return
    }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = FieldList.number(ends[0]), let last = FieldList.number(ends[1]),
      first <= last, last < total ?? .max
    else { return nil }
    bytes = first...last
  }
}

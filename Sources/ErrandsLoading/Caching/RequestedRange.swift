/// The one range that a request asks for (RFC 9110, section 14.1.2).
enum RequestedRange: Sendable, Hashable {
  /// From here to there, or to the end; the last byte is part of it.
  case bytes(first: Int64, last: Int64?)
  case suffix(Int64)

  /// `bytes=0-499`, `bytes=500-` or `bytes=-500`; nil for several ranges, for other units, and for what is none. These
  /// are answered with the whole (section 14.2).
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, FieldList.trimmed(parts[0]).lowercased() == "bytes" else { return nil }
    let ends = FieldList.trimmed(parts[1]).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (FieldList.number(ends[0]), FieldList.number(ends[1])) {
    case (let first?, let last?) where first <= last: self = .bytes(first: first, last: last)
    case (let first?, nil) where ends[1].isEmpty: self = .bytes(first: first, last: nil)
    case (nil, let count?) where ends[0].isEmpty: self = .suffix(count)
    default: return nil
    }
  }

  /// The bytes of a body of this length; nil where it has none of them.
  func resolved(in length: Int64) -> Range<Int64>? {
    switch self {
    case .bytes(let first, let last):
      guard first < length else { return nil }
      return first..<min(last ?? .max, length - 1) + 1
    case .suffix(let count):
      guard count > 0, length > 0 else { return nil }
      return length - min(count, length)..<length
    }
  }
}

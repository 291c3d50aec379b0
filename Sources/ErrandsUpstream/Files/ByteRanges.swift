/// What a `Range` field comes to for a file of a certain length (RFC 9110 section 14).
enum ByteRanges: Equatable {
  /// The whole file: no range was asked for, or in a way that a server may pass over.
  case whole
  /// These parts of it, in the order in which they were asked for; at least one, and none of them empty.
  case parts([Range<Int>])
  /// There are no such bytes.
  case unsatisfiable

  /// More ranges than this in one request are passed over: a request of a few hundred bytes must not make an answer of
  /// thousands of parts (RFC 9110 section 17.15).
  static let partsAtMost = 32

  /// - Parameters:
  ///   - field: The value of `Range`; `nil` where the request has none.
  ///   - length: That of the file, in bytes.
  init(_ field: String?, length: Int) {
    // Of a file without bytes no part can be described, so the whole of it is the better answer (section 14.2).
    guard length > 0, let ranges = field.flatMap({ Self.parse($0, length: length) }) else {
      self = .whole
      return
    }
    let parts = ranges.filter { !$0.isEmpty }
    if parts.isEmpty {
      self = .unsatisfiable
    } else if parts.count > Self.partsAtMost || parts.count > 1 && Self.isExcessive(parts, length: length) {
      self = .whole
    } else {
      self = .parts(parts)
    }
  }

  /// Whether the parts together are more than the file, as where they overlap.
  private static func isExcessive(_ parts: [Range<Int>], length: Int) -> Bool {
    var room = length
    for part in parts {
      room -= part.count
      if room < 0 { return true }
    }
    return false
  }

  /// The ranges within the file, those outside of it empty; `nil` for another unit, and for what is no range.
  private static func parse(_ field: String, length: Int) -> [Range<Int>]? {
    guard let equals = field.firstIndex(of: "="),
      field[..<equals].trimmingSpaces().lowercased() == "bytes"
    else { return nil }
    var ranges: [Range<Int>] = []
    for member in field[field.index(after: equals)...].split(separator: ",") {
      let text = member.trimmingSpaces()
      // An empty member of a list says nothing (section 5.6.1).
      if text.isEmpty { continue }
      guard let range = range(text, length: length) else { return nil }
      ranges.append(range)
    }
    return ranges.isEmpty ? nil : ranges
  }

  /// `0-499`, `500-` or `-500`.
  private static func range(_ text: some StringProtocol, length: Int) -> Range<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    if ends[0].isEmpty {
      return number(ends[1]).map { max(0, length - $0)..<length }
    }
    guard let first = number(ends[0]) else { return nil }
    if ends[1].isEmpty { return min(first, length)..<length }
    guard let last = number(ends[1]), first <= last else { return nil }
    return min(first, length)..<min(last, length - 1) + 1
  }

  /// Digits only; the largest number there is where it is larger.
  private static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(UInt8.isDigit) else { return nil }
    return Int(text) ?? .max
  }
}

import HTTPTypes

/// How much of something a request asks for (RFC 9110, section 14).
enum RequestedRange: Equatable {
  case whole
  case part(Range<Int>)
  /// It asks for what lies behind the end.
  case unsatisfiable

  /// - Parameters:
  ///   - fields: Those of a request with GET.
  ///   - tag: The entity tag of what is there now. A part of what was there before is of no use to a client.
  ///   - length: In bytes.
  init(_ fields: HTTPFields, tag: String, length: Int) {
    self = .whole
    if let condition = fields[.ifRange], condition != tag { return }
    guard let bounds = fields[.range].flatMap(Self.bounds) else { return }
    switch bounds {
    case (let first?, let last):
      let end = last.map { min($0, length - 1) } ?? length - 1
      self = first < length ? .part(first..<(end + 1)) : .unsatisfiable
    case (nil, let count?):
      self = count > 0 && length > 0 ? .part(max(0, length - count)..<length) : .unsatisfiable
    case (nil, nil): return
    }
  }

  /// Of `bytes=1-5`, `bytes=1-` and `bytes=-5`. Several ranges, other units and nonsense are nil, which asks for
  /// the whole, as the RFC allows.
  private static func bounds(_ text: String) -> (first: Int?, last: Int?)? {
    guard text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }) else { return nil }
    let (first, last) = (number(ends[0]), number(ends[1]))
    if let first, let last, last < first { return nil }
    return (first, last)
  }

  /// A number that is too large to be counted lies behind the end of everything.
  private static func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }
}

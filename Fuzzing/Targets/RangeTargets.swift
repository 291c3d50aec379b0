extension FuzzTarget {
  /// What a request asks for.
  static let range = FuzzTarget(name: "range") { input in
    guard let range = RequestedRange(input.text) else { return }
    require(input.text.utf8.allSatisfy { $0 < 0x80 }, "digits of another script are a range")
    switch range {
    case .bytes(let first, let last):
      require(first >= 0 && first <= last ?? .max, "a range is from \(first) to \(last ?? .max)")
      let again = RequestedRange("bytes=\(first)-" + (last.map { "\($0)" } ?? ""))
      require(again == range, "\(range) is read as something else")
    case .suffix(let count):
      require(count >= 0, "the last \(count) bytes are asked for")
      require(RequestedRange("bytes=-\(count)") == range, "\(range) is read as something else")
    }
    let lengths: [Int64] = [0, 1, 10, 1 << 40, .max - 1, .max, input.number & .max]
    for length in lengths { checkParts(of: range, in: length) }
  }

  private static func checkParts(of range: RequestedRange, in length: Int64) {
    guard let part = range.resolved(in: length) else {
      // What is not in all there is begins behind it, or has no bytes.
      if case .bytes(let first, _) = range {
        require(first >= length, "byte \(first) of \(length) is not there")
      }
      if case .suffix(let count) = range {
        require(count == 0 || length == 0, "there are no last \(count) bytes")
      }
      return
    }
    require(
      !part.isEmpty && part.lowerBound >= 0 && part.upperBound <= length,
      "\(part) is not in \(length) bytes"
    )
    let last = part.upperBound - 1
    let again = RequestedRange("bytes=\(part.lowerBound)-\(last)")
    require(again?.resolved(in: length) == part, "\(part) comes back as another part")
    // The largest length there is, a content range does not take.
    guard length < .max else { return }
    let answered = ContentRange("bytes \(part.lowerBound)-\(last)/\(length)")
    require(
      answered?.bytes == part.lowerBound...last && answered?.total == length,
      "the answer has another part"
    )
  }

  /// What an answer has.
  static let contentRange = FuzzTarget(name: "content-range") { input in
    guard let range = ContentRange(input.text) else { return }
    let total = range.total.map(String.init) ?? "*"
    var bounds = "*"
    if let bytes = range.bytes {
      require(
        bytes.lowerBound >= 0 && bytes.upperBound < range.total ?? .max,
        "\(bytes) is not in \(total) bytes"
      )
      let (_, isTooLong) = (bytes.upperBound - bytes.lowerBound).addingReportingOverflow(1)
      require(!isTooLong, "the part is longer than can be counted")
      bounds = "\(bytes.lowerBound)-\(bytes.upperBound)"
    } else {
      require(range.total != nil, "a range that is refused has no length")
    }
    require(ContentRange("bytes \(bounds)/\(total)") == range, "\(bounds)/\(total) is read as something else")
  }
}

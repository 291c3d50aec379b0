extension FuzzTarget {
  /// What a request asks for, and the condition that it makes.
  static let range = FuzzTarget(name: "range") { input in
    let (text, condition) = input.pair
    for length in [0, 1, 10, 1 << 40, .max] {
      let range = RequestedRange(text, ifRange: nil, tag: "\"a\"", length: length)
      checkRange(range, of: text, length: length)
      let conditional = RequestedRange(text, ifRange: condition, tag: "\"a\"", length: length)
      require(conditional == (condition == "\"a\"" ? range : .whole), "a part is sent of another state")
    }
  }

  private static func checkRange(_ range: RequestedRange, of text: String, length: Int) {
    if range == .whole { return }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    require(
      text.utf8.starts(with: "bytes=".utf8)
        && text.utf8.dropFirst(6).allSatisfy { digits.contains($0) || $0 == UInt8(ascii: "-") },
      "“\(text)” asks for a range"
    )
    guard case .part(let part) = range else { return }
    require(
      !part.isEmpty && part.lowerBound >= 0 && part.upperBound <= length,
      "\(part) is not in \(length) bytes"
    )
    let bounds = "\(part.lowerBound)-\(part.upperBound - 1)"
    let again = RequestedRange("bytes=\(bounds)", ifRange: nil, tag: "", length: length)
    require(again == range, "\(part) is read as \(again)")
    // The largest length there is, a content range does not take.
    guard length < .max else { return }
    let answered = require(ContentRange("bytes \(bounds)/\(length)"), "the answer cannot be read")
    require(
      answered.bytes == Int64(part.lowerBound)...Int64(part.upperBound - 1),
      "the answer is of another part"
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

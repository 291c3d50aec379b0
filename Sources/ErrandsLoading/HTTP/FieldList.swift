/// The members of a field whose value is a list (RFC 9110, section 5.6.1): separated by commas, of which those in quotes
/// are none. Empty members do not count.
enum FieldList {
  /// The members without the spaces around them.
  static func members(of text: String) -> [Substring] { split(text, at: UInt8(ascii: ",")) }

  /// The parts between separators outside of quotes, without the spaces around them; no empty ones.
  static func split(_ text: String, at separator: UInt8) -> [Substring] {
    var members: [Substring] = []
    let bytes = text.utf8
    var start = bytes.startIndex
    var isQuoted = false
    var isEscaped = false
    func add(upTo end: String.Index) {
      let member = trimmed(text[start..<end])
      if !member.isEmpty { members.append(member) }
    }
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == separator, !isQuoted {
        add(upTo: index)
        start = bytes.index(after: index)
      }
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && isQuoted && !isEscaped
    }
    add(upTo: bytes.endIndex)
    return members
  }

  /// `name`, `name=token` or `name="quoted"`: the name in lower case, and the value without its quotes.
  static func parameter(_ member: Substring) -> (name: String, value: String?) {
    guard let equals = member.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return (member.lowercased(), nil)
    }
    let value = trimmed(member[member.utf8.index(after: equals)...])
    return (trimmed(member[..<equals]).lowercased(), unquoted(value))
  }

  /// A backslash in quotes stands for the character behind it (RFC 9110, section 5.6.4). What is not in quotes stays as it
  /// is.
  static func unquoted(_ text: Substring) -> String {
    guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"")
    else { return String(text) }
    var plain = ""
    var isEscaped = false
    for scalar in text.unicodeScalars.dropFirst().dropLast() {
      isEscaped = scalar == "\\" && !isEscaped
      if !isEscaped { plain.unicodeScalars.append(scalar) }
    }
    return plain
  }

  /// Without the spaces and tabs at either end (RFC 9110, section 5.6.3).
  static func trimmed(_ text: Substring) -> Substring {
    var rest = text
    while let first = rest.utf8.first, isSpace(first) {
      rest = rest[rest.utf8.index(after: rest.startIndex)...]
    }
    while let last = rest.utf8.last, isSpace(last) { rest = rest[..<rest.utf8.index(before: rest.endIndex)] }
    return rest
  }

  /// A number of digits only (`delta-seconds`, a length). Nil for anything else; the largest there is where it has more
  /// digits than fit (RFC 9111, section 1.2.2).
  static func number(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty else { return nil }
    var number: Int64 = 0
    for byte in text.utf8 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooLarge) = product.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
      number = isTooLarge || isStillTooLarge ? .max : sum
      if isTooLarge || isStillTooLarge { break }
    }
    return text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? number : nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}

extension HTTPFields {
  /// The members of all fields of this name, in order, as though they were one list (RFC 9110, section 5.3).
  func members(of name: String) -> [Substring] {
    values(of: name).flatMap(FieldList.members)
  }
}

/// What the fuzzer made up, as the targets want it.
struct FuzzInput {
  let bytes: [UInt8]

  /// As a transport reads a field: bytes that are no UTF-8 become replacement characters.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What comes before the first `|`, and what comes behind it.
  var pair: (String, String) {
    let end = bytes.firstIndex(of: UInt8(ascii: "|")) ?? bytes.endIndex
    let (first, second) = (bytes[..<end], bytes[end...].dropFirst())
    return (String(decoding: first, as: UTF8.self), String(decoding: second, as: UTF8.self))
  }

  /// The last bytes as a number: any there is, the largest and the smallest among them.
  var number: Int64 {
    Int64(bitPattern: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }
}

extension StringProtocol {
  /// Whether the bytes are the same, where `==` takes “é” and “e” with an accent for the same.
  func isIdentical(to other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

  /// In quotes, with a backslash before what would end them (RFC 9110, section 5.6.4).
  var quotedString: String {
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  var isDigits: Bool { !isEmpty && utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } }

  var hasControls: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}

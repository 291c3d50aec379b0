/// JSON as the real upstreams write it: minified, keys in the order of the format, and `&`, `<` and `>` escaped.
/// `JSONEncoder` does neither the order nor the escapes.
enum OrderedJSON {
  case text(String)
  case number(Int)
  case flag(Bool)
  case array([OrderedJSON])
  case object([Member])

  /// A key and its value. A member that is missing is `nil` and is left out.
  typealias Member = (key: String, value: OrderedJSON?)

  var minified: String {
    var output = ""
    write(to: &output)
    return output
  }

  private func write(to output: inout String) {
    switch self {
    case .text(let text):
      Self.write(text, to: &output)
    case .number(let number):
      output += String(number)
    case .flag(let flag):
      output += String(flag)
    case .array(let elements):
      output += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { output += "," }
        element.write(to: &output)
      }
      output += "]"
    case .object(let members):
      output += "{"
      var separator = ""
      for case (let key, let value?) in members {
        output += separator
        Self.write(key, to: &output)
        output += ":"
        value.write(to: &output)
        separator = ","
      }
      output += "}"
    }
  }

  private static func write(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "&", "<", ">", "\u{2028}", "\u{2029}", "\0"..<" ": output += escape(scalar)
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

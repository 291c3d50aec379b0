/// A JSON object as text (RFC 8259), written member by member in the order in which they are set.
struct JSONObject {
  private var members = ""

  var text: String { "{\(members)}" }

  mutating func set(_ key: String, _ text: String) { add(key, Self.quoted(text)) }

  mutating func set(_ key: String, _ number: Int64) { add(key, String(number)) }

  mutating func set(_ key: String, _ object: JSONObject) { add(key, object.text) }

  /// In microseconds, to the nanosecond. Finer parts are dropped, and nothing is less than zero.
  mutating func set(_ key: String, microseconds duration: Duration) {
    let time = max(duration, .zero).components
    let nanoseconds = time.attoseconds / 1_000_000_000
    let fraction = String(nanoseconds % 1_000)
    let zeros = String(repeating: "0", count: 3 - fraction.count)
    add(key, "\(time.seconds * 1_000_000 + nanoseconds / 1_000).\(zeros)\(fraction)")
  }

  private mutating func add(_ key: String, _ value: String) {
    if !members.isEmpty { members += "," }
    members += "\(Self.quoted(key)):\(value)"
  }

  /// The text in quotes. RFC 8259, section 7, asks for an escape of the quote, the backslash and the controls
  /// below 0x20; delete and the controls above it, which terminals obey, are escaped too. The rest stays as
  /// it is, in Unicode.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

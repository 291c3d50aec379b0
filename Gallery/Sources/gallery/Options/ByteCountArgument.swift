/// A number of bytes as people write it: `65536`, `500KB`, `10MB`, `1GiB`, and as the program does: `500 kB`.
struct ByteCountArgument: Equatable {
  let count: Int64

  /// - Parameter text: Nil for what is none, less than a byte, or more than a petabyte.
  init?(_ text: String) {
    let text = text.lowercased()
    let units: [(suffix: String, size: Double)] = [
      ("kib", 1024), ("mib", 1_048_576), ("gib", 1_073_741_824),
      ("kb", 1000), ("mb", 1_000_000), ("gb", 1_000_000_000), ("b", 1), ("", 1),
    ]
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
    var number = text.dropLast(unit.suffix.count)
    if !unit.suffix.isEmpty, number.last == " " { number.removeLast() }
    guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let amount = Double(number),
      amount * unit.size >= 1, amount * unit.size <= 1e15
    else { return nil }
    count = Int64(amount * unit.size)
  }
}

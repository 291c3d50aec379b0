/// A number of bytes as people write it: `65536`, `500KB`, `10MB`, `1GiB`.
struct ByteCountArgument: Equatable {
  let count: Int64

  /// - Parameter text: Nil for what is none, less than a byte, or more than a petabyte.
  init?(_ text: String) {
    let units: [(suffix: String, size: Double)] = [
      ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824),
      ("KB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("B", 1), ("", 1),
    ]
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
    let number = text.dropLast(unit.suffix.count)
    guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let amount = Double(number),
      amount * unit.size >= 1, amount * unit.size <= 1e15
    else { return nil }
    count = Int64(amount * unit.size)
  }
}

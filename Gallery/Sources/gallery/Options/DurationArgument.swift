import ErrandsLoading

/// A length of time as people write it: `500ms`, `30s`, `1.5s`, `2m`, `1h`.
struct DurationArgument: Equatable, CustomStringConvertible {
  let duration: Duration

  init(_ duration: Duration) {
    self.duration = duration
  }

  /// - Parameter text: From 1 millisecond to 24 hours; nil for what is none.
  init?(_ text: String) {
    let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)]
    for unit in units where text.hasSuffix(unit.suffix) {
      let number = text.dropLast(unit.suffix.count)
      guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let count = Double(number) else {
        continue
      }
      // A deadline of centuries overflows somewhere; a day is long enough for any load.
      guard (0.001...86_400).contains(count * unit.seconds) else { return nil }
      // 2.8 seconds are a little less as a binary fraction, and were shown as 2.799.
      duration = .microseconds(Int64((count * unit.seconds * 1_000_000).rounded()))
      return
    }
    return nil
  }

  var description: String { duration.shortText }
}

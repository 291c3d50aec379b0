/// A parser, and what has to hold of it whatever it is given.
struct FuzzTarget: Sendable {
  /// The name of its seeds and of its words, and what `FUZZ_TARGET` says.
  let name: String
  /// Ends the process where something does not hold, which the fuzzer notices.
  let check: @Sendable (FuzzInput) -> Void

  static let all = [
    fieldList, validator, cacheControl, range, contentRange, date, retryAfter, contentDisposition, fileName,
    url, json, imageOutline,
  ]
}

/// Ends the process with a sentence where a property does not hold.
func require(_ holds: Bool, _ sentence: @autoclosure () -> String) {
  if !holds { fatalError("a property does not hold: \(sentence())") }
}

/// For a property that needs something to be there.
func require<Value>(_ value: Value?, _ sentence: @autoclosure () -> String) -> Value {
  guard let value else { fatalError("a property does not hold: \(sentence())") }
  return value
}

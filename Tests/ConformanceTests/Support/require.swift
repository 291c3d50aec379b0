/// The scenarios' own `#expect`: what fails counts in the matrix, under its style and its law.
func require(_ condition: Bool, _ complaint: @autoclosure () -> String) throws(Violation) {
  if !condition { throw Violation(complaint()) }
}

func requireEqual<Value: Equatable>(_ what: String, _ seen: Value, _ expected: Value) throws(Violation) {
  try require(seen == expected, "\(what): \"\(seen)\" instead of \"\(expected)\"")
}

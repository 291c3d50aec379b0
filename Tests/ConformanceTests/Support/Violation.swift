/// A law was broken; the sentence says what was seen instead.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

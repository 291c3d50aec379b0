/// An error that says something.
struct Refusal: Error, CustomStringConvertible {
  let description = "The door is \"closed\"."
}

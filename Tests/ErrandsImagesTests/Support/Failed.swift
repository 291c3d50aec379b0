/// An error that no code but the test's own throws.
struct Failed: Error, Equatable {
  var number = 0
}

/// An error that only tests make.
struct ManualError: Error, Equatable {
  var number = 0
}

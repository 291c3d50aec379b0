/// An error that only tests make.
struct Broken: Error, Equatable {
  var number = 0
}

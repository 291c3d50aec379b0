struct Failure: Error, Equatable {
  var number = 1
}

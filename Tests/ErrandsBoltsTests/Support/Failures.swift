struct Failure: Error, Equatable {
  var number = 1
}

struct OtherFailure: Error, Equatable {}

extension Result {
  /// The error, where there is one.
  var failure: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}

import ErrandsEager

extension Result where Failure == any Error {
  /// The error of a task that was abandoned, and whose continuations are not called.
  @inlinable
  var loss: (any Error)? {
    guard case .failure(let error) = self, isAbandonment else { return nil }
    return error
  }
}

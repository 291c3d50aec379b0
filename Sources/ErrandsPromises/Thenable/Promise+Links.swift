import ErrandsEager

extension EagerSettlement {
  /// Ends as the promise does that `body` answers with.
  @inlinable
  func adopt<U: Thenable>(from body: () throws -> U) where U.T == Value {
    guard isUndecided else { return }
    do {
      let promise = try body()
      guard promise !== self else { throw PMKError.returnedSelf }
      let source = promise.subscribe { self.settle($0) }
      // Also where it was cancelled while the body was at work: what the body has begun is stopped then.
      if isUndecided || wasCancelled, let source { setSource(source) }
    } catch {
      settle(.failure(error))
    }
  }
}

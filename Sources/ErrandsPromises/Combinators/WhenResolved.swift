import ErrandsEager

/// Waits until all of them have ended, and gives their results in the order of the promises. `[]` ends at once.
@inlinable
public func when<T>(resolved promises: [Promise<T>]) -> Guarantee<[Result<T>]> {
  let whole = Guarantee<[Result<T>]>(source: nil)
  whole.gather(promises, resultOfMember)
  return whole
}

/// Waits until all of them have ended, and gives their results in the order of the promises.
@inlinable
public func when<T>(resolved promises: Promise<T>...) -> Guarantee<[Result<T>]> {
  when(resolved: promises)
}

/// A rejection as something to gather; that nothing will come is none.
@inlinable
func resultOfMember<T>(_ outcome: Swift.Result<T, any Error>) -> Swift.Result<Result<T>, any Error> {
  if case .failure(let error as Abandonment) = outcome { return .failure(error) }
  return .success(Result(outcome))
}

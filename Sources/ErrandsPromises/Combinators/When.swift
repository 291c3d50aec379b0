import Errands

/// Waits until all of them are fulfilled, and gives their values in the order of the promises.
///
/// Where one is rejected the whole is rejected with its error, at once; the others go on, and their errors are
/// dropped. `[]` is fulfilled from the beginning. Cancelling the whole cancels all that nothing else waits for.
@inlinable
public func when<U: Thenable>(fulfilled thenables: [U]) -> Promise<[U.T]> {
  let whole = Promise<[U.T]>(source: nil)
  whole.gather(thenables) { $0 }
  return whole
}

/// Waits until all of them are fulfilled.
@inlinable
public func when<U: Thenable>(fulfilled thenables: [U]) -> Promise<Void> where U.T == Void {
  let whole = Promise<[Void]>(source: nil)
  whole.gather(thenables) { $0 }
  return whole.asVoid()
}

/// Waits until all of them are fulfilled.
@inlinable
public func when<U: Thenable>(fulfilled thenables: U...) -> Promise<Void> where U.T == Void {
  when(fulfilled: thenables)
}

/// Waits until all of them, whatever their types, are fulfilled. To Swift 5 code its values are of type `Any`.
@preconcurrency @_disfavoredOverload
public func when(fulfilled thenables: [any Thenable]) -> Promise<[any Sendable]> {
  let whole = Promise<[any Sendable]>(source: nil)
  whole.gather(thenables) { $0 }
  return whole
}

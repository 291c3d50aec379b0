import Errands

/// Waits until all of them are resolved, and gives their values in the order of the guarantees.
@inlinable
public func when<T>(guarantees: [Guarantee<T>]) -> Guarantee<[T]> {
  let whole = Guarantee<[T]>(source: nil)
  whole.gather(guarantees) { $0 }
  return whole
}

/// Waits until all of them are resolved, and gives their values in the order of the guarantees.
@inlinable
public func when<T>(_ guarantees: Guarantee<T>...) -> Guarantee<[T]> {
  when(guarantees: guarantees)
}

/// Waits until all of them are resolved.
@inlinable
public func when(guarantees: [Guarantee<Void>]) -> Guarantee<Void> {
  let whole = Guarantee<[Void]>(source: nil)
  whole.gather(guarantees) { $0 }
  return whole.asVoid()
}

/// Waits until all of them are resolved.
@inlinable
public func when(_ guarantees: Guarantee<Void>...) -> Guarantee<Void> {
  when(guarantees: guarantees)
}

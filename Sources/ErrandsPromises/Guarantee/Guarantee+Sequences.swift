public import Dispatch
import Errands

/// The operators on many values whose handlers throw nothing, and which therefore give a guarantee again.
extension GuaranteeMixin where T: Sequence {
  /// Makes another value of each of the values.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func mapValues<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) -> U
  ) -> Guarantee<[U]> {
    turning(on: .on(on, flags)) { values in values.map { transform($0) } }
  }

  /// Makes another value of each of the values, on the main actor.
  @inlinable
  @available(swift, introduced: 6)
  public func mapValues<U: Sendable>(
    on: MainQueue = .main,
    _ transform: @escaping @MainActor (T.Element) -> U
  ) -> Guarantee<[U]> {
    turning(on: .mainQueue, onMainActor { values in values.map { transform($0) } })
  }

  /// Makes a sequence of each of the values, and joins them.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func flatMapValues<U: Sequence & Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) -> U
  ) -> Guarantee<[U.Element]> where U.Element: Sendable {
    turning(on: .on(on, flags)) { values in values.flatMap { transform($0) } }
  }

  /// Makes a sequence of each of the values, on the main actor, and joins them.
  @inlinable
  @available(swift, introduced: 6)
  public func flatMapValues<U: Sequence & Sendable>(
    on: MainQueue = .main,
    _ transform: @escaping @MainActor (T.Element) -> U
  ) -> Guarantee<[U.Element]> where U.Element: Sendable {
    turning(on: .mainQueue, onMainActor { values in values.flatMap { transform($0) } })
  }

  /// Makes another value of each of the values, and leaves out those that become nil.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func compactMapValues<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) -> U?
  ) -> Guarantee<[U]> {
    turning(on: .on(on, flags)) { values in values.compactMap { transform($0) } }
  }

  /// Makes another value of each of the values, on the main actor, and leaves out those that become nil.
  @inlinable
  @available(swift, introduced: 6)
  public func compactMapValues<U: Sendable>(
    on: MainQueue = .main,
    _ transform: @escaping @MainActor (T.Element) -> U?
  ) -> Guarantee<[U]> {
    turning(on: .mainQueue, onMainActor { values in values.compactMap { transform($0) } })
  }

  /// Makes a guarantee of each of the values, all at once, and waits for all of them.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func thenMap<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) -> Guarantee<U>
  ) -> Guarantee<[U]> {
    joining(on: .on(on, flags)) { values in when(guarantees: values.map { transform($0) }) }
  }

  /// Makes a guarantee of each of the values, on the main actor, and waits for all of them.
  @inlinable
  @available(swift, introduced: 6)
  public func thenMap<U: Sendable>(
    on: MainQueue = .main,
    _ transform: @escaping @MainActor (T.Element) -> Guarantee<U>
  ) -> Guarantee<[U]> {
    joining(on: .mainQueue, onMainActor { values in when(guarantees: values.map { transform($0) }) })
  }

  /// As `thenMap(on:flags:_:)`, and joins the sequences that are given. Where one of them is a promise and is
  /// rejected, the guarantee stays pending.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) -> U
  ) -> Guarantee<[U.T.Element]> where U.T: Sequence, U.T.Element: Sendable {
    joining(on: .on(on, flags)) { values in joined(values.map { transform($0) }) }
  }

  /// Makes a guarantee of a sequence of each of the values, on the main actor, and joins the sequences.
  @inlinable
  @available(swift, introduced: 6)
  public func thenFlatMap<U: Thenable>(
    on: MainQueue = .main,
    _ transform: @escaping @MainActor (T.Element) -> U
  ) -> Guarantee<[U.T.Element]> where U.T: Sequence, U.T.Element: Sendable {
    joining(on: .mainQueue, onMainActor { values in joined(values.map { transform($0) }) })
  }

  /// Leaves the values that `isIncluded` says true of.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func filterValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping @Sendable (T.Element) -> Bool
  ) -> Guarantee<[T.Element]> where T.Element: Sendable {
    turning(on: .on(on, flags)) { values in values.filter { isIncluded($0) } }
  }

  /// Leaves the values that `isIncluded` says true of, on the main actor.
  @inlinable
  @available(swift, introduced: 6)
  public func filterValues(
    on: MainQueue = .main,
    _ isIncluded: @escaping @MainActor (T.Element) -> Bool
  ) -> Guarantee<[T.Element]> where T.Element: Sendable {
    turning(on: .mainQueue, onMainActor { values in values.filter { isIncluded($0) } })
  }

  /// The values in the order that `areInIncreasingOrder` says.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func sortedValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ areInIncreasingOrder: @escaping @Sendable (T.Element, T.Element) -> Bool
  ) -> Guarantee<[T.Element]> where T.Element: Sendable {
    turning(on: .on(on, flags)) { values in values.sorted { areInIncreasingOrder($0, $1) } }
  }

  /// The values in the order that `areInIncreasingOrder`, on the main actor, says.
  @inlinable
  @available(swift, introduced: 6)
  public func sortedValues(
    on: MainQueue = .main,
    _ areInIncreasingOrder: @escaping @MainActor (T.Element, T.Element) -> Bool
  ) -> Guarantee<[T.Element]> where T.Element: Sendable {
    turning(on: .mainQueue, onMainActor { values in values.sorted { areInIncreasingOrder($0, $1) } })
  }
}

extension GuaranteeMixin where T: Sequence, T.Element: Comparable & Sendable {
  /// The values in ascending order. On the queue where changes are made unless another is said: it takes time.
  @inlinable
  public func sortedValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil
  ) -> Guarantee<[T.Element]> {
    turning(on: .on(on, flags)) { values in values.sorted() }
  }
}

/// All values of all the sequences.
@inlinable
func joined<U: Thenable>(_ thenables: [U]) -> Guarantee<[U.T.Element]>
where U.T: Sequence, U.T.Element: Sendable {
  let whole = Guarantee<[U.T]>(source: nil)
  whole.gather(thenables) { $0 }
  return whole.forwarding { sequences in sequences.flatMap { $0 } }
}

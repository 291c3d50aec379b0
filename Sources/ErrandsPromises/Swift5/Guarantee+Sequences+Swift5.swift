public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension GuaranteeMixin where T: Sequence {
  /// Makes another value of each of the values. For code in Swift 5 mode, which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func mapValues<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Element) -> U
  ) -> Guarantee<[U]> {
    let transform = unchecked(transform)
    return turning(on: .on(on, flags)) { values in values.map { transform($0) } }
  }

  /// Makes a sequence of each of the values, and joins them. For code in Swift 5 mode, which leaves isolation to
  /// its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func flatMapValues<U: Sequence & Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Element) -> U
  ) -> Guarantee<[U.Element]> where U.Element: Sendable {
    let transform = unchecked(transform)
    return turning(on: .on(on, flags)) { values in values.flatMap { transform($0) } }
  }

  /// Makes another value of each of the values, and leaves out those that become nil. For code in Swift 5 mode,
  /// which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func compactMapValues<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Element) -> U?
  ) -> Guarantee<[U]> {
    let transform = unchecked(transform)
    return turning(on: .on(on, flags)) { values in values.compactMap { transform($0) } }
  }

  /// Makes a guarantee of each of the values, all at once, and waits for all of them. For code in Swift 5 mode,
  /// which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func thenMap<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Element) -> Guarantee<U>
  ) -> Guarantee<[U]> {
    let transform = unchecked(transform)
    return joining(on: .on(on, flags)) { values in when(guarantees: values.map { transform($0) }) }
  }

  /// As `thenMap(on:flags:_:)`, and joins the sequences that are given. Where one of them is a promise and is
  /// rejected, the guarantee stays pending. For code in Swift 5 mode, which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Element) -> U
  ) -> Guarantee<[U.T.Element]> where U.T: Sequence, U.T.Element: Sendable {
    let transform = unchecked(transform)
    return joining(on: .on(on, flags)) { values in joined(values.map { transform($0) }) }
  }

  /// Leaves the values that `isIncluded` says true of. For code in Swift 5 mode, which leaves isolation to its
  /// author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func filterValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping (T.Element) -> Bool
  ) -> Guarantee<[T.Element]> where T.Element: Sendable {
    let isIncluded = unchecked(isIncluded)
    return turning(on: .on(on, flags)) { values in values.filter { isIncluded($0) } }
  }

  /// The values in the order that `areInIncreasingOrder` says. For code in Swift 5 mode, which leaves isolation
  /// to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func sortedValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ areInIncreasingOrder: @escaping (T.Element, T.Element) -> Bool
  ) -> Guarantee<[T.Element]> where T.Element: Sendable {
    let areInIncreasingOrder = unchecked(areInIncreasingOrder)
    return turning(on: .on(on, flags)) { values in values.sorted { areInIncreasingOrder($0, $1) } }
  }
}

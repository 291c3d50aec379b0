public import Dispatch
import Errands
public import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension Thenable where T: Sequence {
  /// Makes another value of each of the values. For code in Swift 5 mode, which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func mapValues<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Element) throws -> U
  ) -> Promise<[U]> {
    let transform = unchecked(transform)
    return mapping(on: .on(on, flags)) { values in try values.map { try transform($0) } }
  }

  /// Makes a sequence of each of the values, and joins them. For code in Swift 5 mode, which leaves isolation to
  /// its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func flatMapValues<U: Sequence & Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Element) throws -> U
  ) -> Promise<[U.Element]> where U.Element: Sendable {
    let transform = unchecked(transform)
    return mapping(on: .on(on, flags)) { values in try values.flatMap { try transform($0) } }
  }

  /// Makes another value of each of the values, and leaves out those that become nil. For code in Swift 5 mode,
  /// which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func compactMapValues<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Element) throws -> U?
  ) -> Promise<[U]> {
    let transform = unchecked(transform)
    return mapping(on: .on(on, flags)) { values in try values.compactMap { try transform($0) } }
  }

  /// Makes a promise of each of the values, all at once, and waits until all are fulfilled. For code in Swift 5
  /// mode, which leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func thenMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Element) throws -> U
  ) -> Promise<[U.T]> {
    let transform = unchecked(transform)
    return chaining(on: .on(on, flags)) { values in when(fulfilled: try values.map { try transform($0) }) }
  }

  /// As `thenMap(on:flags:_:)`, and joins the sequences that the promises give. For code in Swift 5 mode, which
  /// leaves isolation to its author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Element) throws -> U
  ) -> Promise<[U.T.Element]> where U.T: Sequence, U.T.Element: Sendable {
    let transform = unchecked(transform)
    return chaining(on: .on(on, flags)) { values in when(fulfilled: try values.map { try transform($0) }) }
      .passing { sequences in sequences.flatMap { $0 } }
  }

  /// Leaves the values that `isIncluded` says true of. For code in Swift 5 mode, which leaves isolation to its
  /// author.
  @inlinable
  @available(swift, obsoleted: 6)
  public func filterValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping (T.Element) -> Bool
  ) -> Promise<[T.Element]> where T.Element: Sendable {
    let isIncluded = unchecked(isIncluded)
    return mapping(on: .on(on, flags)) { values in values.filter { isIncluded($0) } }
  }
}

public import Dispatch
public import Errands
public import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension Thenable where T: Sequence {
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

  @inlinable
  @available(swift, obsoleted: 6)
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Element) throws -> U
  ) -> Promise<[U.T.Element]> where U.T: Sequence, U.T.Element: Sendable {
    let transform = unchecked(transform)
    return chaining(on: .on(on, flags)) { values in when(fulfilled: try values.map { try transform($0) }) }
      .mapping(on: .immediate) { sequences in sequences.flatMap { $0 } }
  }

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

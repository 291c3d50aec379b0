public import Dispatch
import Errands

/// For promises of many values. See `Thenable/then(on:flags:_:)` and its like for the parameters, and for those
/// without `on:`.
extension Thenable where T: Sequence {
  /// Makes another value of each of the values.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func mapValues<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) throws -> U
  ) -> Promise<[U]> {
    mapping(on: .on(on, flags)) { values in try values.map { try transform($0) } }
  }

  /// Makes another value of each of the values, on the main actor.
  @inlinable
  @available(swift, introduced: 6)
  public func mapValues<U: Sendable>(
    on: MainQueue = .main,
    _ transform: @escaping @MainActor (T.Element) throws -> U
  ) -> Promise<[U]> {
    mapping(on: .mainQueue, onMainActor { values in try values.map { try transform($0) } })
  }

  /// Makes a sequence of each of the values, and joins them.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func flatMapValues<U: Sequence & Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) throws -> U
  ) -> Promise<[U.Element]> where U.Element: Sendable {
    mapping(on: .on(on, flags)) { values in try values.flatMap { try transform($0) } }
  }

  /// Makes a sequence of each of the values, on the main actor, and joins them.
  @inlinable
  @available(swift, introduced: 6)
  public func flatMapValues<U: Sequence & Sendable>(
    on: MainQueue = .main,
    _ transform: @escaping @MainActor (T.Element) throws -> U
  ) -> Promise<[U.Element]> where U.Element: Sendable {
    mapping(on: .mainQueue, onMainActor { values in try values.flatMap { try transform($0) } })
  }

  /// Makes another value of each of the values, and leaves out those that become nil.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func compactMapValues<U: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) throws -> U?
  ) -> Promise<[U]> {
    mapping(on: .on(on, flags)) { values in try values.compactMap { try transform($0) } }
  }

  /// Makes another value of each of the values, on the main actor, and leaves out those that become nil.
  @inlinable
  @available(swift, introduced: 6)
  public func compactMapValues<U: Sendable>(
    on: MainQueue = .main,
    _ transform: @escaping @MainActor (T.Element) throws -> U?
  ) -> Promise<[U]> {
    mapping(on: .mainQueue, onMainActor { values in try values.compactMap { try transform($0) } })
  }

  /// Makes a promise of each of the values, all at once, and waits until all are fulfilled.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func thenMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) throws -> U
  ) -> Promise<[U.T]> {
    chaining(on: .on(on, flags)) { values in when(fulfilled: try values.map { try transform($0) }) }
  }

  /// Makes a promise of each of the values, on the main actor, and waits until all are fulfilled.
  @inlinable
  @available(swift, introduced: 6)
  public func thenMap<U: Thenable>(
    on: MainQueue = .main,
    _ transform: @escaping @MainActor (T.Element) throws -> U
  ) -> Promise<[U.T]> {
    chaining(on: .mainQueue, onMainActor { values in when(fulfilled: try values.map { try transform($0) }) })
  }

  /// As `thenMap(on:flags:_:)`, and joins the sequences that the promises give.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) throws -> U
  ) -> Promise<[U.T.Element]> where U.T: Sequence, U.T.Element: Sendable {
    chaining(on: .on(on, flags)) { values in when(fulfilled: try values.map { try transform($0) }) }
      .passing { sequences in sequences.flatMap { $0 } }
  }

  /// Makes a promise of a sequence of each of the values, on the main actor, and joins the sequences.
  @inlinable
  @available(swift, introduced: 6)
  public func thenFlatMap<U: Thenable>(
    on: MainQueue = .main,
    _ transform: @escaping @MainActor (T.Element) throws -> U
  ) -> Promise<[U.T.Element]> where U.T: Sequence, U.T.Element: Sendable {
    chaining(on: .mainQueue, onMainActor { values in when(fulfilled: try values.map { try transform($0) }) })
      .passing { sequences in sequences.flatMap { $0 } }
  }

  /// Leaves the values that `isIncluded` says true of.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func filterValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping @Sendable (T.Element) -> Bool
  ) -> Promise<[T.Element]> where T.Element: Sendable {
    mapping(on: .on(on, flags)) { values in values.filter { isIncluded($0) } }
  }

  /// Leaves the values that `isIncluded` says true of, on the main actor.
  @inlinable
  @available(swift, introduced: 6)
  public func filterValues(
    on: MainQueue = .main,
    _ isIncluded: @escaping @MainActor (T.Element) -> Bool
  ) -> Promise<[T.Element]> where T.Element: Sendable {
    mapping(on: .mainQueue, onMainActor { values in values.filter { isIncluded($0) } })
  }
}

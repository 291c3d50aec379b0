public import Dispatch
import Errands

/// For promises of many values, in a chain that is cancelled as a whole. See `Thenable/mapValues(on:flags:_:)` and its
/// like. In Swift 6 mode their handlers are `@Sendable`, and not main-actor code.
extension CancellableThenable where U.T: Sequence {
  /// Makes another value of each of the values.
  @available(swift, introduced: 6)
  public func mapValues<V: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (U.T.Element) throws -> V
  ) -> CancellablePromise<[V]> {
    mapping(on: .on(on, flags)) { values in try values.map { try transform($0) } }
  }

  /// Makes a sequence of each of the values, and joins them.
  @available(swift, introduced: 6)
  public func flatMapValues<V: Sequence & Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (U.T.Element) throws -> V
  ) -> CancellablePromise<[V.Element]> where V.Element: Sendable {
    mapping(on: .on(on, flags)) { values in try values.flatMap { try transform($0) } }
  }

  /// Makes another value of each of the values, and leaves out those that become nil.
  @available(swift, introduced: 6)
  public func compactMapValues<V: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (U.T.Element) throws -> V?
  ) -> CancellablePromise<[V]> {
    mapping(on: .on(on, flags)) { values in try values.compactMap { try transform($0) } }
  }

  /// Makes a promise of each of the values, all at once, and waits until all are fulfilled; they become part of the
  /// chain.
  @available(swift, introduced: 6)
  public func thenMap<V: CancellableThenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (U.T.Element) throws -> V
  ) -> CancellablePromise<[V.U.T]> {
    chaining(on: .on(on, flags)) { values in when(fulfilled: try values.map { try transform($0) }) }
  }

  /// Makes a promise of each of the values, all at once, and waits until all are fulfilled; they are cancelled with
  /// the chain.
  @available(swift, introduced: 6)
  public func thenMap<V: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (U.T.Element) throws -> V
  ) -> CancellablePromise<[V.T]> {
    chaining(on: .on(on, flags)) { values in when(fulfilled: try values.map { try transform($0) }) }
  }

  /// Leaves the values that `isIncluded` says true of.
  @available(swift, introduced: 6)
  public func filterValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping @Sendable (U.T.Element) -> Bool
  ) -> CancellablePromise<[U.T.Element]> where U.T.Element: Sendable {
    mapping(on: .on(on, flags)) { values in values.filter { isIncluded($0) } }
  }
}

extension CancellableThenable where U.T: Collection, U.T.Element: Sendable {
  /// The first of the values; of none, the promise is broken with ``PMKError/emptySequence``.
  public var firstValue: CancellablePromise<U.T.Element> {
    passing { values in try values.first.orEmptySequence() }
  }

  /// The last of the values; of none, the promise is broken with ``PMKError/emptySequence``.
  public var lastValue: CancellablePromise<U.T.Element> {
    passing { values in try values.suffix(1).first.orEmptySequence() }
  }
}

extension CancellableThenable where U.T: Sequence, U.T.Element: Comparable & Sendable {
  /// The values in ascending order.
  public func sortedValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil
  ) -> CancellablePromise<[U.T.Element]> {
    mapping(on: .on(on, flags)) { values in values.sorted() }
  }
}

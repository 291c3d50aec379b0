public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension CancellableThenable {
  /// Goes on with the promise that `body` makes of the value; that becomes part of the chain. For code in Swift 5
  /// mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func then<V: CancellableThenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (U.T) throws -> V
  ) -> CancellablePromise<V.U.T> {
    chaining(on: .on(on, flags), unchecked(body))
  }

  /// Goes on with the promise that `body` makes of the value; that is cancelled with the chain. For code in Swift
  /// 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func then<V: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (U.T) throws -> V
  ) -> CancellablePromise<V.T> {
    chaining(on: .on(on, flags), unchecked(body))
  }

  /// Makes another value of the value. For code in Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func map<V: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (U.T) throws -> V
  ) -> CancellablePromise<V> {
    mapping(on: .on(on, flags), unchecked(body))
  }

  /// Makes another value of the value; nil breaks the promise. For code in Swift 5 mode, which leaves isolation
  /// to its author.
  @available(swift, obsoleted: 6)
  public func compactMap<V: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (U.T) throws -> V?
  ) -> CancellablePromise<V> {
    let body = unchecked(body)
    return mapping(on: .on(on, flags)) { try required(try body($0), from: $0) }
  }

  /// Takes the value. For code in Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func done(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (U.T) throws -> Void
  ) -> CancellablePromise<Void> {
    mapping(on: .on(on, flags), unchecked(body))
  }

  /// Looks at the value and passes it on. For code in Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func get(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (U.T) throws -> Void
  ) -> CancellablePromise<U.T> {
    getting(on: .on(on, flags), unchecked(body))
  }

  /// Looks at the result, a value or an error, and passes it on. For code in Swift 5 mode, which leaves isolation
  /// to its author.
  @available(swift, obsoleted: 6)
  public func tap(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (Result<U.T>) -> Void
  ) -> CancellablePromise<U.T> {
    looking(on: .on(on, flags), unchecked(body))
  }
}

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension CancellableThenable where U.T: Sequence {
  /// Makes another value of each of the values. For code in Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func mapValues<V: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (U.T.Element) throws -> V
  ) -> CancellablePromise<[V]> {
    let transform = unchecked(transform)
    return mapping(on: .on(on, flags)) { values in try values.map { try transform($0) } }
  }

  /// Makes a sequence of each of the values, and joins them. For code in Swift 5 mode, which leaves isolation to
  /// its author.
  @available(swift, obsoleted: 6)
  public func flatMapValues<V: Sequence & Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (U.T.Element) throws -> V
  ) -> CancellablePromise<[V.Element]> where V.Element: Sendable {
    let transform = unchecked(transform)
    return mapping(on: .on(on, flags)) { values in try values.flatMap { try transform($0) } }
  }

  /// Makes another value of each of the values, and leaves out those that become nil. For code in Swift 5 mode,
  /// which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func compactMapValues<V: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (U.T.Element) throws -> V?
  ) -> CancellablePromise<[V]> {
    let transform = unchecked(transform)
    return mapping(on: .on(on, flags)) { values in try values.compactMap { try transform($0) } }
  }

  /// Makes a promise of each of the values, all at once, and waits until all are fulfilled; they become part of
  /// the chain. For code in Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func thenMap<V: CancellableThenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (U.T.Element) throws -> V
  ) -> CancellablePromise<[V.U.T]> {
    let transform = unchecked(transform)
    return chaining(on: .on(on, flags)) { values in when(fulfilled: try values.map { try transform($0) }) }
  }

  /// Makes a promise of each of the values, all at once, and waits until all are fulfilled; they are cancelled
  /// with the chain. For code in Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func thenMap<V: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (U.T.Element) throws -> V
  ) -> CancellablePromise<[V.T]> {
    let transform = unchecked(transform)
    return chaining(on: .on(on, flags)) { values in when(fulfilled: try values.map { try transform($0) }) }
  }

  /// Leaves the values that `isIncluded` says true of. For code in Swift 5 mode, which leaves isolation to its
  /// author.
  @available(swift, obsoleted: 6)
  public func filterValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping (U.T.Element) -> Bool
  ) -> CancellablePromise<[U.T.Element]> where U.T.Element: Sendable {
    let isIncluded = unchecked(isIncluded)
    return mapping(on: .on(on, flags)) { values in values.filter { isIncluded($0) } }
  }
}

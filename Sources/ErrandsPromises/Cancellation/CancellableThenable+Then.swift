public import Dispatch
import Errands

/// The operators of a ``Thenable``, for a chain that is cancelled as a whole: once it has been, no handler but those of
/// `tap`, `ensure`, `recover`, `catch` and `finally` is called. See `Thenable/then(on:flags:_:)` and its like for the
/// parameters, and for those without `on:`.
extension CancellableThenable {
  /// Goes on with the promise that `body` makes of the value; that becomes part of the chain.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func then<V: CancellableThenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (U.T) throws -> V
  ) -> CancellablePromise<V.U.T> {
    chaining(on: .on(on, flags), body)
  }

  /// Goes on, on the main actor, with the promise that `body` makes of the value.
  @available(swift, introduced: 6)
  public func then<V: CancellableThenable>(
    on: MainQueue = .main,
    _ body: @escaping @MainActor (U.T) throws -> V
  ) -> CancellablePromise<V.U.T> {
    chaining(on: .mainQueue, onMainActor(body))
  }

  /// Goes on with the promise that `body` makes of the value; that is cancelled with the chain.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func then<V: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (U.T) throws -> V
  ) -> CancellablePromise<V.T> {
    chaining(on: .on(on, flags), body)
  }

  /// Goes on, on the main actor, with the promise that `body` makes of the value.
  @available(swift, introduced: 6)
  public func then<V: Thenable>(
    on: MainQueue = .main,
    _ body: @escaping @MainActor (U.T) throws -> V
  ) -> CancellablePromise<V.T> {
    chaining(on: .mainQueue, onMainActor(body))
  }

  /// Makes another value of the value.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func map<V: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (U.T) throws -> V
  ) -> CancellablePromise<V> {
    mapping(on: .on(on, flags), body)
  }

  /// Makes another value of the value, on the main actor.
  @available(swift, introduced: 6)
  public func map<V: Sendable>(
    on: MainQueue = .main,
    _ body: @escaping @MainActor (U.T) throws -> V
  ) -> CancellablePromise<V> {
    mapping(on: .mainQueue, onMainActor(body))
  }

  /// Makes another value of the value; nil breaks the promise.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func compactMap<V: Sendable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (U.T) throws -> V?
  ) -> CancellablePromise<V> {
    mapping(on: .on(on, flags)) { try required(try body($0), from: $0) }
  }

  /// Makes another value of the value, on the main actor; nil breaks the promise.
  @available(swift, introduced: 6)
  public func compactMap<V: Sendable>(
    on: MainQueue = .main,
    _ body: @escaping @MainActor (U.T) throws -> V?
  ) -> CancellablePromise<V> {
    let body = onMainActor(body)
    return mapping(on: .mainQueue) { try required(try body($0), from: $0) }
  }

  /// Takes the value.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func done(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (U.T) throws -> Void
  ) -> CancellablePromise<Void> {
    mapping(on: .on(on, flags), body)
  }

  /// Takes the value, on the main actor.
  @available(swift, introduced: 6)
  public func done(
    on: MainQueue = .main,
    _ body: @escaping @MainActor (U.T) throws -> Void
  ) -> CancellablePromise<Void> {
    mapping(on: .mainQueue, onMainActor(body))
  }

  /// Looks at the value and passes it on.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func get(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (U.T) throws -> Void
  ) -> CancellablePromise<U.T> {
    getting(on: .on(on, flags), body)
  }

  /// Looks at the value, on the main actor, and passes it on.
  @available(swift, introduced: 6)
  public func get(
    on: MainQueue = .main,
    _ body: @escaping @MainActor (U.T) throws -> Void
  ) -> CancellablePromise<U.T> {
    getting(on: .mainQueue, onMainActor(body))
  }

  /// Looks at the result, a value or an error, and passes it on.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func tap(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (Result<U.T>) -> Void
  ) -> CancellablePromise<U.T> {
    looking(on: .on(on, flags), body)
  }

  /// Looks at the result, a value or an error, on the main actor, and passes it on.
  @available(swift, introduced: 6)
  public func tap(
    on: MainQueue = .main,
    _ body: @escaping @MainActor (Result<U.T>) -> Void
  ) -> CancellablePromise<U.T> {
    looking(on: .mainQueue, onMainActor(body))
  }

  /// Forgets the value.
  public func asVoid() -> CancellablePromise<Void> {
    passing { _ in }
  }

  func getting(
    on delivery: Delivery,
    _ body: @escaping @Sendable (U.T) throws -> Void
  ) -> CancellablePromise<U.T> {
    mapping(on: delivery) { value in
      try body(value)
      return value
    }
  }
}

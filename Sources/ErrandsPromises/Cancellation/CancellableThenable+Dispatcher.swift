import Errands

/// The same with a ``Dispatcher`` for their handlers.
extension CancellableThenable {
  /// Goes on with the promise that `body` makes of the value; that becomes part of the chain.
  @preconcurrency
  public func then<V: CancellableThenable>(
    on: any Dispatcher,
    _ body: @escaping @Sendable (U.T) throws -> V
  ) -> CancellablePromise<V.U.T> {
    chaining(on: .through(on), body)
  }

  /// Goes on with the promise that `body` makes of the value; that is cancelled with the chain.
  @preconcurrency
  public func then<V: Thenable>(
    on: any Dispatcher,
    _ body: @escaping @Sendable (U.T) throws -> V
  ) -> CancellablePromise<V.T> {
    chaining(on: .through(on), body)
  }

  /// Makes another value of the value.
  @preconcurrency
  public func map<V: Sendable>(
    on: any Dispatcher,
    _ body: @escaping @Sendable (U.T) throws -> V
  ) -> CancellablePromise<V> {
    mapping(on: .through(on), body)
  }

  /// Takes the value.
  @preconcurrency
  public func done(
    on: any Dispatcher,
    _ body: @escaping @Sendable (U.T) throws -> Void
  ) -> CancellablePromise<Void> {
    mapping(on: .through(on), body)
  }

  /// Looks at the value and passes it on.
  @preconcurrency
  public func get(
    on: any Dispatcher,
    _ body: @escaping @Sendable (U.T) throws -> Void
  ) -> CancellablePromise<U.T> {
    getting(on: .through(on), body)
  }
}

extension CancellableCatchMixin {
  /// Handles the chain's error.
  @preconcurrency
  @discardableResult
  public func `catch`(
    on: any Dispatcher,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> CancellableFinalizer {
    catching(on: .through(on), policy, body)
  }

  /// Goes on with another promise in place of the error.
  @preconcurrency
  public func recover<V: Thenable>(
    on: any Dispatcher,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> V
  ) -> CancellablePromise<C.T> where V.T == C.T {
    recovering(on: .through(on), policy, body)
  }

  /// Calls `body` however the promise ends, cancelled too, and passes the result on.
  @preconcurrency
  public func ensure(
    on: any Dispatcher,
    _ body: @escaping @Sendable () -> Void
  ) -> CancellablePromise<C.T> {
    ensuring(on: .through(on), body)
  }
}

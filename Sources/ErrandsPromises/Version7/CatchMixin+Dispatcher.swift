public import ErrandsEager

/// The operators for errors with a ``Dispatcher`` for their handlers. See `CatchMixin/catch(on:flags:policy:_:)`
/// and its like.
extension CatchMixin {
  /// Handles the chain's error.
  @inlinable
  @preconcurrency
  @discardableResult
  public func `catch`(
    on: any Dispatcher,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PMKFinalizer {
    catching(on: .through(on), policy, body)
  }

  /// Goes on with another promise in place of the error.
  @inlinable
  @preconcurrency
  public func recover<U: Thenable>(
    on: any Dispatcher,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> U
  ) -> Promise<T> where U.T == T {
    let next = Promise<T>(source: eagerSource)
    recovering(on: .through(on), policy, to: next) { error in next.adopt { try body(error) } }
    return next
  }

  /// Goes on with a guarantee in place of any error.
  @inlinable
  @preconcurrency
  @discardableResult
  public func recover(
    on: any Dispatcher,
    _ body: @escaping @Sendable (any Error) -> Guarantee<T>
  ) -> Guarantee<T> {
    let next = Guarantee<T>(source: eagerSource)
    recovering(on: .through(on), .allErrors, to: next) { error in next.adopt { body(error) } }
    return next
  }

  /// Calls `body` however the promise ends, and passes the result on.
  @inlinable
  @preconcurrency
  public func ensure(
    on: any Dispatcher,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<T> {
    looking(on: .through(on)) { _ in body() }
  }

  /// Calls `body` however the promise ends, and waits for its guarantee before it passes the result on.
  @inlinable
  @preconcurrency
  public func ensureThen(
    on: any Dispatcher,
    _ body: @escaping @Sendable () -> Guarantee<Void>
  ) -> Promise<T> {
    ensuring(on: .through(on), body)
  }
}

extension CatchMixin where T == Void {
  /// Takes any error and goes on.
  @inlinable
  @preconcurrency
  @discardableResult
  public func recover(
    on: any Dispatcher,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> Guarantee<Void> {
    let next = Guarantee<Void>(source: eagerSource)
    recovering(on: .through(on), .allErrors, to: next) { error in next.settle { body(error) } }
    return next
  }

  /// Takes the error, and goes on, unless `body` throws.
  @inlinable
  @preconcurrency
  public func recover(
    on: any Dispatcher,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise<Void> {
    let next = Promise<Void>(source: eagerSource)
    recovering(on: .through(on), policy, to: next) { error in next.settle { try body(error) } }
    return next
  }
}

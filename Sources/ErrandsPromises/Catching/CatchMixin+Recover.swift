public import Dispatch
public import ErrandsEager

extension CatchMixin {
  /// Goes on with another promise in place of the error.
  ///
  /// - Parameters:
  ///   - on: The queue that the handler is called on.
  ///   - policy: Whether it is called for cancellations, too.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func recover<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> U
  ) -> Promise<T> where U.T == T {
    let next = Promise<T>(source: eagerSource)
    recovering(on: .on(on, flags), policy, to: next) { error in next.adopt { try body(error) } }
    return next
  }

  /// Goes on, on the main actor, with another promise in place of the error.
  @inlinable
  @available(swift, introduced: 6)
  public func recover<U: Thenable>(
    on: MainQueue = .main,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @MainActor (any Error) throws -> U
  ) -> Promise<T> where U.T == T {
    let body = onMainActor(body)
    let next = Promise<T>(source: eagerSource)
    recovering(on: .mainQueue, policy, to: next) { error in next.adopt { try body(error) } }
    return next
  }

  /// Goes on with a guarantee in place of any error, a cancellation too: from here on there is none.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  @discardableResult
  public func recover(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (any Error) -> Guarantee<T>
  ) -> Guarantee<T> {
    let next = Guarantee<T>(source: eagerSource)
    recovering(on: .on(on, flags), .allErrors, to: next) { error in next.adopt { body(error) } }
    return next
  }

  /// Goes on, on the main actor, with a guarantee in place of any error.
  @inlinable
  @available(swift, introduced: 6)
  @discardableResult
  public func recover(on: MainQueue = .main, _ body: @escaping @MainActor (any Error) -> Guarantee<T>)
    -> Guarantee<T>
  {
    let body = onMainActor(body)
    let next = Guarantee<T>(source: eagerSource)
    recovering(on: .mainQueue, .allErrors, to: next) { error in next.adopt { body(error) } }
    return next
  }
}

extension CatchMixin where T == Void {
  /// Takes any error, a cancellation too, and goes on.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  @discardableResult
  public func recover(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> Guarantee<Void> {
    let next = Guarantee<Void>(source: eagerSource)
    recovering(on: .on(on, flags), .allErrors, to: next) { error in next.settle { body(error) } }
    return next
  }

  /// Takes any error, on the main actor, and goes on.
  @inlinable
  @available(swift, introduced: 6)
  @discardableResult
  public func recover(on: MainQueue = .main, _ body: @escaping @MainActor (any Error) -> Void) -> Guarantee<
    Void
  > {
    let body = onMainActor(body)
    let next = Guarantee<Void>(source: eagerSource)
    recovering(on: .mainQueue, .allErrors, to: next) { error in next.settle { body(error) } }
    return next
  }

  /// Takes the error, and goes on, unless `body` throws.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func recover(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise<Void> {
    let next = Promise<Void>(source: eagerSource)
    recovering(on: .on(on, flags), policy, to: next) { error in next.settle { try body(error) } }
    return next
  }

  /// Takes the error, on the main actor, and goes on, unless `body` throws.
  @inlinable
  @available(swift, introduced: 6)
  public func recover(
    on: MainQueue = .main,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @MainActor (any Error) throws -> Void
  ) -> Promise<Void> {
    let body = onMainActor(body)
    let next = Promise<Void>(source: eagerSource)
    recovering(on: .mainQueue, policy, to: next) { error in next.settle { try body(error) } }
    return next
  }
}

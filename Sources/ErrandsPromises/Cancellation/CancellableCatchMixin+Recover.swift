public import Dispatch
import Errands

/// The operators that take an error. An operator that takes the chain's cancellation (its policy is
/// ``CatchPolicy/allErrors``) lets the chain go on: what is behind it is not cancelled.
extension CancellableCatchMixin {
  /// Goes on with another promise in place of the error.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func recover<V: CancellableThenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> V
  ) -> CancellablePromise<C.T> where V.U.T == C.T {
    recovering(on: .on(on, flags), policy, body)
  }

  /// Goes on, on the main actor, with another promise in place of the error.
  @available(swift, introduced: 6)
  public func recover<V: CancellableThenable>(
    on: MainQueue = .main,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @MainActor (any Error) throws -> V
  ) -> CancellablePromise<C.T> where V.U.T == C.T {
    recovering(on: .mainQueue, policy, onMainActor(body))
  }

  /// Goes on with another promise in place of the error; that is cancelled with the chain.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func recover<V: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> V
  ) -> CancellablePromise<C.T> where V.T == C.T {
    recovering(on: .on(on, flags), policy, body)
  }

  /// Goes on, on the main actor, with another promise in place of the error.
  @available(swift, introduced: 6)
  public func recover<V: Thenable>(
    on: MainQueue = .main,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @MainActor (any Error) throws -> V
  ) -> CancellablePromise<C.T> where V.T == C.T {
    recovering(on: .mainQueue, policy, onMainActor(body))
  }
}

extension CancellableCatchMixin where C.T == Void {
  /// Takes the error, and goes on, unless `body` throws.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func recover(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> CancellablePromise<Void> {
    recovering(on: .on(on, flags), policy, body)
  }

  /// Takes the error, on the main actor, and goes on, unless `body` throws.
  @available(swift, introduced: 6)
  public func recover(
    on: MainQueue = .main,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @MainActor (any Error) throws -> Void
  ) -> CancellablePromise<Void> {
    recovering(on: .mainQueue, policy, onMainActor(body))
  }
}

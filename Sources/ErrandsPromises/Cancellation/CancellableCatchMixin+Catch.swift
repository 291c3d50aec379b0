public import Dispatch
import Errands

/// The handlers of errors and endings in a chain that is cancelled as a whole. See `CatchMixin/catch(on:flags:policy:_:)`
/// and its like.
extension CancellableCatchMixin {
  /// Handles the chain's error.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> CancellableFinalizer {
    catching(on: .on(on, flags), policy, body)
  }

  /// Handles the chain's error, on the main actor.
  @available(swift, introduced: 6)
  @discardableResult
  public func `catch`(
    on: MainQueue = .main,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @MainActor (any Error) -> Void
  ) -> CancellableFinalizer {
    catching(on: .mainQueue, policy, onMainActor(body))
  }

  /// Ends a chain whose errors do not matter; they are logged.
  @discardableResult
  public func cauterize() -> CancellableFinalizer {
    CancellableFinalizer(catchable.cauterize(), in: cancelContext)
  }

  /// Calls `body` however the promise ends, cancelled too, and passes the result on.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func ensure(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable () -> Void
  ) -> CancellablePromise<C.T> {
    ensuring(on: .on(on, flags), body)
  }

  /// Calls `body`, on the main actor, however the promise ends, and passes the result on.
  @available(swift, introduced: 6)
  public func ensure(on: MainQueue = .main, _ body: @escaping @MainActor () -> Void) -> CancellablePromise<
    C.T
  > {
    ensuring(on: .mainQueue) { MainActor.assumeIsolated { body() } }
  }

  /// Calls `body` however the promise ends, and waits for the promise that it gives before the result is passed on.
  /// That promise is not cancelled with the chain.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func ensureThen(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable () -> CancellablePromise<Void>
  ) -> CancellablePromise<C.T> {
    ensuring(on: .on(on, flags), body)
  }

  /// Calls `body`, on the main actor, however the promise ends, and waits for the promise that it gives.
  @available(swift, introduced: 6)
  public func ensureThen(
    on: MainQueue = .main,
    _ body: @escaping @MainActor () -> CancellablePromise<Void>
  ) -> CancellablePromise<C.T> {
    ensuring(on: .mainQueue) { MainActor.assumeIsolated { body() } }
  }
}

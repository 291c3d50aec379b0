public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension CancellableCatchMixin {
  /// Handles the chain's error. For code in Swift 5 mode, which leaves isolation to its author.
  @discardableResult
  @available(swift, obsoleted: 6)
  public func `catch`(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (any Error) -> Void
  ) -> CancellableFinalizer {
    catching(on: .on(on, flags), policy, unchecked(body))
  }

  /// Calls `body` however the promise ends, cancelled too, and passes the result on. For code in Swift 5 mode,
  /// which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func ensure(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping () -> Void
  ) -> CancellablePromise<C.T> {
    ensuring(on: .on(on, flags), unchecked(body))
  }

  /// Calls `body` however the promise ends, and waits for the promise that it gives before the result is passed
  /// on. That promise is not cancelled with the chain. For code in Swift 5 mode, which leaves isolation to its
  /// author.
  @available(swift, obsoleted: 6)
  public func ensureThen(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping () -> CancellablePromise<Void>
  ) -> CancellablePromise<C.T> {
    ensuring(on: .on(on, flags), unchecked(body))
  }

  /// Goes on with another promise in place of the error. For code in Swift 5 mode, which leaves isolation to its
  /// author.
  @available(swift, obsoleted: 6)
  public func recover<V: CancellableThenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (any Error) throws -> V
  ) -> CancellablePromise<C.T> where V.U.T == C.T {
    recovering(on: .on(on, flags), policy, unchecked(body))
  }

  /// Goes on with another promise in place of the error; that is cancelled with the chain. For code in Swift 5
  /// mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func recover<V: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (any Error) throws -> V
  ) -> CancellablePromise<C.T> where V.T == C.T {
    recovering(on: .on(on, flags), policy, unchecked(body))
  }
}

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension CancellableCatchMixin where C.T == Void {
  /// Takes the error, and goes on, unless `body` throws. For code in Swift 5 mode, which leaves isolation to its
  /// author.
  @available(swift, obsoleted: 6)
  public func recover(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (any Error) throws -> Void
  ) -> CancellablePromise<Void> {
    recovering(on: .on(on, flags), policy, unchecked(body))
  }
}

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension CancellableFinalizer {
  /// Calls `body` at the end of the chain, however it ended, cancelled too. For code in Swift 5 mode, which
  /// leaves isolation to its author.
  @discardableResult
  @available(swift, obsoleted: 6)
  public func finally(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping () -> Void
  ) -> CancelContext {
    finishing(on: .on(on, flags), unchecked(body))
  }
}

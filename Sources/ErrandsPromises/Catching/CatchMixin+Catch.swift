public import Dispatch
import Errands

extension CatchMixin {
  /// Handles the chain's error, wherever in it that arose.
  ///
  /// - Parameters:
  ///   - on: The queue that the handler is called on.
  ///   - policy: Whether it is called for cancellations, too.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PMKFinalizer {
    catching(on: .on(on, flags), policy, body)
  }

  /// Handles the chain's error, on the main actor.
  @inlinable
  @available(swift, introduced: 6)
  @discardableResult
  public func `catch`(
    on: MainQueue = .main,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @MainActor (any Error) -> Void
  ) -> PMKFinalizer {
    catching(on: .mainQueue, policy, onMainActor(body))
  }

  /// Ends a chain whose errors do not matter; they are logged.
  @discardableResult
  public func cauterize() -> PMKFinalizer {
    catching(on: .on(conf.Q.return, nil), conf.catchPolicy) { conf.logHandler(.cauterized($0)) }
  }
}

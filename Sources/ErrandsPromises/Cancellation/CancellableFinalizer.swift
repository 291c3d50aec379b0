public import Dispatch
import Errands

/// The end of a chain that is cancelled as a whole, behind its `catch`.
public final class CancellableFinalizer: Sendable {
  /// What cancels the chain.
  public let cancelContext: CancelContext
  let finalizer: PMKFinalizer

  init(_ finalizer: PMKFinalizer, in context: CancelContext) {
    self.finalizer = finalizer
    cancelContext = context
  }

  /// Cancels the chain; see ``CancelContext/cancel(with:)``.
  public func cancel(with error: any Error = PMKError.cancelled) {
    cancelContext.cancel(with: error)
  }

  /// Whether the chain was cancelled; see ``CancelContext/isCancelled``.
  public var isCancelled: Bool { cancelContext.isCancelled }

  /// Whether a cancellation of the chain was asked for.
  public var cancelAttempted: Bool { cancelContext.cancelAttempted }

  /// What the chain was cancelled with.
  public var cancelledError: (any Error)? { cancelContext.cancelledError }

  /// Calls `body` at the end of the chain, however it ended, cancelled too.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  @discardableResult
  public func finally(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable () -> Void
  ) -> CancelContext {
    finishing(on: .on(on, flags), body)
  }

  /// Calls `body` at the end of the chain, on the main actor.
  @available(swift, introduced: 6)
  @discardableResult
  public func finally(on: MainQueue = .main, _ body: @escaping @MainActor () -> Void) -> CancelContext {
    finishing(on: .mainQueue) { MainActor.assumeIsolated { body() } }
  }

  /// Calls `body` at the end of the chain, on a dispatcher.
  @preconcurrency
  @discardableResult
  public func finally(on: any Dispatcher, _ body: @escaping @Sendable () -> Void) -> CancelContext {
    finishing(on: .through(on), body)
  }

  func finishing(on delivery: Delivery, _ body: @escaping @Sendable () -> Void) -> CancelContext {
    finalizer.finishing(on: delivery, body)
    return cancelContext
  }
}

import Errands

/// A link of a chain that is cancelled as a whole: a ``CancellablePromise``.
///
/// ```swift
/// let chain = firstly {
///   charts.newest().cancellize()
/// }.then { chart in
///   charts.cover(of: chart)
/// }.done { cover in
///   self.show(cover)
/// }
/// chain.cancel()
/// ```
///
/// All links behind a `cancellize()` have one ``CancelContext``, and cancelling any of them cancels all, also those
/// that others wait for; cancelling a ``Promise`` leaves such links alone.
@preconcurrency
public protocol CancellableThenable: AnyObject, Sendable {
  /// What it stands on.
  associatedtype U: Thenable

  /// What will have the result.
  var thenable: U { get }

  /// What cancels the chain.
  var cancelContext: CancelContext { get }
}

extension CancellableThenable {
  /// Cancels the chain.
  ///
  /// - Parameter error: What its pending links are broken with.
  public func cancel(with error: any Error = PMKError.cancelled) {
    cancelContext.cancel(with: error)
  }

  /// Whether the chain was cancelled; see ``CancelContext/isCancelled``.
  public var isCancelled: Bool { cancelContext.isCancelled }

  /// Whether a cancellation of the chain was asked for.
  public var cancelAttempted: Bool { cancelContext.cancelAttempted }

  /// What the chain was cancelled with.
  public var cancelledError: (any Error)? { cancelContext.cancelledError }

  /// Cancels this work, too, when the chain is cancelled while this link is pending; and calls `reject`.
  @preconcurrency
  public func appendCancellable(
    _ cancellable: (any Cancellable)?,
    reject: (@Sendable (any Error) -> Void)?
  ) {
    cancelContext.append(cancellable, reject: reject, until: thenable)
  }

  /// Cancels the other chain, too, when this one is cancelled while `other` is pending. Where the other has been
  /// cancelled before, this one is now.
  public func appendCancelContext(from other: some CancellableThenable) {
    cancelContext.append(other.cancelContext, until: other.thenable)
  }
}

extension CancellableThenable {
  /// The error that it ended with, or nil.
  public var error: (any Error)? { thenable.error }

  /// The value that it ended with, or nil.
  public var value: U.T? { thenable.value }

  /// Whether it has not ended.
  public var isPending: Bool { thenable.isPending }

  /// Whether it has ended.
  public var isResolved: Bool { thenable.isResolved }

  /// Whether it has a value.
  public var isFulfilled: Bool { thenable.isFulfilled }

  /// Whether it has an error.
  public var isRejected: Bool { thenable.isRejected }
}

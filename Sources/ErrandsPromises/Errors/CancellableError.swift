import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An error that may stand for a cancellation.
public protocol CancellableError: Error {
  /// Whether it does.
  var isCancelled: Bool { get }
}

extension PMKError: CancellableError {
  /// True for ``PMKError/cancelled`` and ``PMKError/timedOut``.
  public var isCancelled: Bool {
    switch self {
    case .cancelled, .timedOut: true
    default: false
    }
  }
}

extension Error {
  /// Whether the error stands for a cancellation: ``PMKError/cancelled``, ``PMKError/timedOut``, a ``CancellableError``
  /// that says so, Swift's `CancellationError`, a cancelled load of URLSession, or a user's own cancellation.
  public var isCancelled: Bool {
    switch self {
    case let error as any CancellableError: error.isCancelled
    case is CancellationError: true
    case URLError.cancelled: true
    case CocoaError.userCancelled: true
    default: isCancelledOnThisPlatform
    }
  }

  private var isCancelledOnThisPlatform: Bool {
    #if canImport(Darwin)
      let error = self as NSError
      return error.domain == "SKErrorDomain" && error.code == 2
    #else
      return false
    #endif
  }
}

/// Whether a handler of errors is called for cancellations, too.
public enum CatchPolicy: Sendable {
  /// For every error, one that stands for a cancellation too.
  case allErrors
  /// For every error but those that stand for a cancellation.
  case allErrorsExceptCancellation
}

import Errands
import ErrandsEager

/// What ends with a chain. None of it is kept alive by the chain's context.
extension CancelContext {
  /// A promise that work outside of the chain will resolve.
  func append<T>(_ promise: Promise<T>) {
    guard promise.isUndecided else { return }
    append { [weak promise] in
      promise?.isUndecided != true
    } cancel: { [weak promise] error in
      promise?.cancel(with: error)
      return nil
    }
  }

  /// A link whose handler is not called any more where it waits for its turn: behind a source that has ended. Behind
  /// one that is pending the link hears of the cancellation from there, and after the `recover` of a chain not at
  /// all.
  func append<T>(_ link: Promise<T>, behind source: some Thenable) {
    guard link.isUndecided else { return }
    append { [weak link] in
      link?.isUndecided != true
    } cancel: { [weak link, weak source] error in
      if source?.isResolved != false { link?.cancel(with: error) }
      return nil
    }
  }

  /// Work from outside the chain, which is of use for as long as the thenable is pending.
  func append(
    _ work: (any Cancellable)?,
    reject: (@Sendable (any Error) -> Void)?,
    until thenable: some Thenable
  ) {
    append { [weak thenable] in
      thenable?.isResolved ?? true
    } cancel: { error in
      work?.cancel()
      reject?(error)
      return nil
    }
  }

  /// Another chain, which goes on for as long as the thenable is pending. Where that has been cancelled already, so
  /// is this one.
  func append<Source: Thenable>(_ other: CancelContext, until thenable: Source) {
    guard other !== self else { return }
    // A chain of one link has no other owner than its waiters.
    (thenable as? EagerSettlement<Source.T>)?.observe { _ in withExtendedLifetime(other) {} }
    append { [weak thenable] in
      thenable?.isResolved ?? true
    } cancel: { [weak other] _ in
      other
    }
    if let error = other.cancelledError { cancel(with: error) }
  }
}

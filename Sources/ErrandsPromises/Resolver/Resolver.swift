public import Errands
public import ErrandsEager

/// What keeps or breaks a promise. The first call counts, from whichever thread; later ones do nothing.
public final class Resolver<T: Sendable>: Sendable {
  @usableFromInline let promise: Promise<T>
  @usableFromInline let origin: CallSite

  @inlinable
  init(_ promise: Promise<T>, origin: CallSite) {
    self.promise = promise
    self.origin = origin
  }

  @inlinable
  deinit {
    if promise.isUndecided { abandon() }
  }

  /// Keeps the promise, and calls the handlers that wait for it on the spot.
  @inlinable
  public func fulfill(_ value: T) {
    promise.settle(.success(value))
  }

  /// Breaks the promise, and calls the handlers that wait for it on the spot.
  @inlinable
  public func reject(_ error: any Error) {
    promise.settle(.failure(error))
  }

  /// Ends the promise with this result.
  @inlinable
  public func resolve(_ result: Result<T>) {
    promise.settle(result.outcome)
  }

  /// Calls the hook when the promise is cancelled, or the resolver let go of, before it is resolved: stop the
  /// work in it. It is let go of when the promise is resolved. A second one takes the place of the first.
  ///
  /// A hook keeps alive what it captures. Where that in turn holds this resolver and may forget to call it, capture it
  /// weakly, or that the resolver was let go of is never noticed.
  public func onCancel(_ hook: @escaping @Sendable () -> Void) {
    promise.setSource(StoppableWork(hook))
  }

  @usableFromInline
  func abandon() {
    if promise.cancel(settlingWith: Abandonment(origin: origin.location)) {
      conf.logHandler(.pendingPromiseDeallocated)
    }
  }
}

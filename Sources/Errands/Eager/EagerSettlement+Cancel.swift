extension EagerSettlement: Upstream {
  /// Settles it with the error, and lets go of what it stands on. False, and no effect, where it was settled
  /// before.
  ///
  /// In this order: the outcome, the end of the work, the handlers. A handler never sees the work still running.
  @discardableResult
  package final func end(with error: any Error) -> Bool {
    guard let work = decide(.failure(error)) else { return false }
    if let upstream = work.upstream { CancellationLoop.cancel(Leaving(upstream, error)) }
    Cascade.perform(self) { $0.tell() }
    return true
  }

  /// One of its handlers waits no more; where none is left that does, the cell is cancelled.
  @usableFromInline
  package final func letGo(_ error: any Error) {
    let isLast = lock.withLock { _ in
      guard state.phase == .pending else { return false }
      work.departed += 1
      return work.departed >= state.handlers.all.count
    }
    if isLast { end(with: error) }
  }

  /// From now on the outcome comes from `upstream`: the promise that a handler has answered with, say.
  ///
  /// To be called behind the registration of the handler that brings the outcome, or leaving would count for
  /// somebody else.
  @usableFromInline
  package final func stand(on upstream: any Upstream) {
    let former: (any Upstream)? = lock.withLock { _ in
      guard state.phase == .pending else { return upstream }
      defer { work.upstream = upstream }
      return work.upstream
    }
    // The former one goes outside the lock; and so does this one, where the cell has been cancelled meanwhile.
    if former === upstream { upstream.letGo(CancellationError()) }
  }
}

private struct Leaving: Cancellable {
  private let upstream: any Upstream
  private let error: any Error

  init(_ upstream: any Upstream, _ error: any Error) {
    self.upstream = upstream
    self.error = error
  }

  func cancel() { upstream.letGo(error) }
}

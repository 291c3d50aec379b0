extension EagerSettlement: Upstream {
  /// Settles it with the error, and lets go of what it stands on. False, and no effect, where it was settled
  /// before.
  ///
  /// In this order: the outcome, the end of the work, the handlers. A handler never sees the work still running.
  ///
  /// A cell that stands on a run leaves it to that to say which came first, the work's outcome or the end: else
  /// the work would be told that it has succeeded, and its owner that it was cancelled. The error of both is
  /// `CancellationError` then.
  @discardableResult
  package final func end(with error: any Error) -> Bool {
    guard let run = source as? AnyRun else { return endHere(with: error) }
    guard run.stop(with: CancellationError()) else { return false }
    return endHere(with: CancellationError())
  }

  private func endHere(with error: any Error) -> Bool {
    guard let work = decide(.failure(error), isEnd: true) else { return false }
    let leaving = work.upstream.map { Leaving($0, error) }
    // Inside another cancellation, what is put on the loop last comes first: all the work of a chain ends, and
    // then its handlers are told, from the work to the link that was cancelled.
    if CancellationLoop.isUnderWay {
      CancellationLoop.cancel(Telling(self))
      if let leaving { CancellationLoop.cancel(leaving) }
    } else {
      if let leaving { CancellationLoop.cancel(leaving) }
      Cascade.perform(self) { $0.tell() }
    }
    return true
  }

  /// One of its handlers waits no more; where none is left that does, the cell is cancelled.
  @usableFromInline
  package final func letGo(_ error: any Error) {
    let isLast = lock.withLock { _ in
      guard state.isPending else { return false }
      work.departed += 1
      return work.departed >= state.handlers.count
    }
    if isLast { end(with: error) }
  }

  /// Lets go of what it stands on, and still takes the outcome that comes of that. No effect the second time.
  package final func leave(_ error: any Error) {
    let upstream = lock.withLock { _ in work.upstream.take() }
    upstream?.letGo(error)
  }

  /// Calls the handler once when there is an outcome, without counting as one who waits for it.
  package final func watch(_ handler: @escaping Handler) {
    let outcome = lock.withLock { _ in
      guard state.isPending, state.register(handler) else { return stored }
      work.departed += 1
      return nil
    }
    if let outcome { handler(outcome) }
  }

  /// Calls `cancel` when the scope ends, unless there is an outcome before.
  package final func tie(to scope: Scope, origin: SourceLocation, _ cancel: @escaping @Sendable () -> Void) {
    Errand<Void>(name: nil, origin: origin) { callback in
      callback.onCancel(cancel)
      self.watch { _ in callback.succeed(()) }
    }.run(in: scope)
  }

  /// From now on the outcome comes from `upstream`: the promise that a handler has answered with, say.
  ///
  /// To be called behind the registration of the handler that brings the outcome, or leaving would count for
  /// somebody else.
  @usableFromInline
  package final func stand(on upstream: any Upstream) {
    let former: (any Upstream)? = lock.withLock { _ in
      guard state.isPending else { return work.isEnded ? upstream : nil }
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

private struct Telling<Value: Sendable>: Cancellable {
  private let cell: EagerSettlement<Value>

  init(_ cell: EagerSettlement<Value>) {
    self.cell = cell
  }

  func cancel() { Cascade.perform(cell) { $0.tell() } }
}

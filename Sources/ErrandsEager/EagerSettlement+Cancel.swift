import Errands

extension EagerSettlement: Upstream {
  /// Settles it with the error, and lets go of what it stands on. False, and no effect, where it was settled
  /// before.
  ///
  /// In this order: the outcome, the end of the work, the handlers. A handler never sees the work still
  /// running.
  ///
  /// A cell that stands on a run leaves it to that to say which came first, the work's outcome or the end:
  /// else the work would be told that it has succeeded, and its owner that it was cancelled. The error of
  /// both is `CancellationError` then.
  @discardableResult
  package final func end(with error: any Error) -> Bool { end(with: error, origin: nil) }

  private func end(with error: any Error, origin: (any Upstream)?) -> Bool {
    guard let run = source as? AnyRun else { return endHere(with: error, origin: origin) }
    guard run.stop(with: CancellationError()) else { return false }
    // The run may have told the cell already.
    _ = endHere(with: CancellationError(), origin: run)
    return true
  }

  private func endHere(with error: any Error, origin known: (any Upstream)?) -> Bool {
    guard let work = decide(.failure(error), isEnd: true) else { return false }
    // Before anything is let go of; and once for a whole chain, or it would take a walk from every link of
    // it.
    let origin = known ?? work.upstream?.origin
    let leaving = work.upstream.map { Leaving($0, error, origin: origin ?? $0) }
    // All the work of a chain ends, and then its handlers are told, from the work to the link that was
    // cancelled.
    if let leaving { Trampoline.run(leaving) { $0.leave() } }
    Trampoline.run(Telling(self, origin: origin)) { $0.tell() }
    return true
  }

  /// Tells the handlers now, or, where the work's run is handing over a report, those on the spot behind that.
  ///
  /// They are not told in the run's turn where they need not be: the work may go on for somebody else, whom a
  /// handler then could neither cancel nor wait for.
  fileprivate final func tellEnd(behind origin: (any Upstream)?) {
    guard let run = origin as? AnyRun else { return tell() }
    if run.takeTurn() {
      run.endTurn()
      return tell()
    }
    lock.withLock { _ in work.isHeldUp = true }
    wakeWaiters()
    CallRound.make([false, true]) { isOnTheSpot in
      guard isOnTheSpot else { return self.tellElsewhere() }
      run.join(.immediate) {
        self.lock.withLock { _ in self.work.isHeldUp = false }
        self.tell()
      }
    }
  }

  private func tellElsewhere() {
    guard let outcome = stored else { return }
    lock.withLock { _ in state.takeAllElsewhere() }(outcome)
  }

  /// Those who only wait for the outcome need not wait for a report.
  private func wakeWaiters() {
    guard let outcome = stored else { return }
    while let waiter = lock.withLock({ _ in state.takeWaiter() }) { waiter.wake(outcome.failure) }
  }

  /// One of its handlers waits no more; where none is left that does, the cell is cancelled.
  @usableFromInline
  package final func letGo(_ error: any Error) {
    if isLetGoOfByAll() { end(with: error) }
  }

  @usableFromInline
  package final func letGo(_ error: any Error, origin: any Upstream) {
    if isLetGoOfByAll() { _ = end(with: error, origin: origin) }
  }

  private func isLetGoOfByAll() -> Bool {
    lock.withLock { _ in
      guard state.isPending else { return false }
      work.departed += 1
      return isUnwanted
    }
  }

  /// Whether everybody who waited has left. To be asked under the lock.
  fileprivate final var isUnwanted: Bool {
    // The count first: to look for those who wait takes time.
    state.isPending && work.departed >= state.handlers.count && !state.handlers.isWaitedFor
  }

  /// Adds one who waits for the outcome, and counts as long as it waits. False where there is an outcome
  /// already, or where the waiter has given up.
  @usableFromInline
  package final func add(_ waiter: Waiter) -> Bool {
    lock.withLock { _ in state.isPending && state.add(waiter) }
  }

  /// The waiter gives up, which cancels the cell where nobody else waits for it. True where it has been waiting, and is not
  /// woken by the cell any more.
  @usableFromInline
  @discardableResult
  package final func remove(_ waiter: Waiter) -> Bool {
    let (isRemoved, isLast) = lock.withLock { _ in
      let isRemoved = state.remove(waiter)
      return (isRemoved, self.isUnwanted)
    }
    if isRemoved, isLast, waiter.counts { end(with: CancellationError()) }
    return isRemoved
  }

  /// Lets go of what it stands on, and still takes the outcome that comes of that. No effect the second time.
  package final func leave(_ error: any Error) {
    let upstream = lock.withLock { _ in work.upstream.take() }
    upstream?.letGo(error)
  }

  /// Calls the handler once when there is an outcome, without counting as one who waits for it.
  package final func watch(_ handler: @escaping Handler) {
    let outcome = lock.withLock { _ in
      guard state.isPending || work.isHeldUp, state.register(handler, as: .spot) else {
        return stored
      }
      work.departed += 1
      return nil
    }
    if let outcome { handler(outcome) }
  }

  /// As ``watch(_:)``, and before anybody who comes later is told, for what has to be over by then.
  package final func whenEnding(_ call: @escaping @Sendable (_ failure: (any Error)?) -> Void) {
    if !add(WaitingCall(counts: false, call)) { call(outcome?.failure) }
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
    // The former one goes outside the lock; and so does this one, where the cell has been cancelled
    // meanwhile.
    if former === upstream { upstream.letGo(CancellationError()) }
  }
}

private final class Leaving: Sendable {
  private let upstream: any Upstream
  private let error: any Error
  private let origin: any Upstream

  init(_ upstream: any Upstream, _ error: any Error, origin: any Upstream) {
    self.upstream = upstream
    self.error = error
    self.origin = origin
  }

  func leave() { upstream.letGo(error, origin: origin) }
}

final class Telling<Value: Sendable>: Sendable {
  private let cell: EagerSettlement<Value>
  private let origin: (any Upstream)?

  init(_ cell: EagerSettlement<Value>, origin: (any Upstream)?) {
    self.cell = cell
    self.origin = origin
  }

  func tell() { cell.tellEnd(behind: origin) }
}

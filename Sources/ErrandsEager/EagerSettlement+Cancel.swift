import Errands

extension EagerSettlement: EagerSource {
  /// Settles the cell with the error, and unsubscribes from its source. False, and no effect, where it was settled
  /// before.
  ///
  /// In this order: the outcome, the end of the work, the handlers. A handler never sees the work still
  /// running.
  ///
  /// A cell whose source is a run leaves it to the run which came first, the work's outcome or the cancellation:
  /// else the work would be told that it has succeeded, and its owner that it was cancelled. The error of
  /// both is `CancellationError` then.
  @discardableResult
  package final func cancel(settlingWith error: any Error) -> Bool {
    cancel(settlingWith: error, origin: nil)
  }

  private func cancel(settlingWith error: any Error, origin: (any EagerSource)?) -> Bool {
    guard let run = source as? AnyRun else { return cancelHere(error, origin: origin) }
    guard run.stop(with: CancellationError()) else { return false }
    // The run may have told the cell already.
    _ = cancelHere(CancellationError(), origin: run)
    return true
  }

  private func cancelHere(_ error: any Error, origin known: (any EagerSource)?) -> Bool {
    guard let former = decide(.failure(error), isCancellation: true) else { return false }
    // Before anything unsubscribes; and once for a whole chain, or it would take a walk from every link of
    // it.
    let origin = known ?? former.source?.originNow
    former.source?.forgetOrigin()
    let unsubscription = former.source.map { Unsubscription($0, error, origin: origin ?? $0) }
    // All the work of a chain ends, and then its handlers are told, from the work to the link that was
    // cancelled.
    if let unsubscription { Trampoline.run(unsubscription) { $0.make() } }
    Trampoline.run(Telling(self, origin: origin)) { $0.tell() }
    return true
  }

  /// Tells the handlers now, or, where the work's run is handing over a report, those on the spot behind that.
  ///
  /// They are not told in the run's turn where they need not be: the work may go on for another cell, which a
  /// handler then could neither cancel nor wait for.
  fileprivate final func tell(behind origin: (any EagerSource)?) {
    guard let run = origin as? AnyRun else { return tell() }
    if run.tryToBegin() {
      run.endTurn()
      return tell()
    }
    lock.withLock { _ in eagerState.defersHandlers = true }
    wakeWaiters()
    CallRound.make([false, true]) { isOnTheSpot in
      guard isOnTheSpot else { return self.tellElsewhere() }
      run.enqueue(.immediate) {
        self.lock.withLock { _ in self.eagerState.defersHandlers = false }
        self.tell()
      }
    }
  }

  private func tellElsewhere() {
    guard let outcome = storedValue else { return }
    lock.withLock { _ in state.takeAllElsewhere() }(outcome)
  }

  /// Waiters need not wait for a report.
  private func wakeWaiters() {
    guard let outcome = storedValue else { return }
    while let waiter = lock.withLock({ _ in state.takeWaiter() }) { waiter.wake(outcome.failure) }
  }

  /// One of its handlers needs the outcome no more. The last one to unsubscribe cancels the cell.
  @usableFromInline
  package final func unsubscribe(with error: any Error) {
    if countUnsubscription() { cancel(settlingWith: error) }
  }

  @usableFromInline
  package final func unsubscribe(with error: any Error, origin: any EagerSource) {
    if countUnsubscription() { _ = cancel(settlingWith: error, origin: origin) }
  }

  @usableFromInline
  package final func detach(with error: any Error) {
    if countUnsubscription(keepsHandler: true) { cancel(settlingWith: error) }
  }

  @usableFromInline
  package final func leave() { _ = lock.withLock { _ in takeFirst() } }

  /// True where nothing needs the cell any more. Else the handler goes: what it captured lived for as long as the cell
  /// was pending, for others.
  private func countUnsubscription(keepsHandler: Bool = false) -> Bool {
    lock.withLock { _ -> (isUnneeded: Bool, freed: SettlementState<Value>.Handlers) in
      guard state.isPending else { return (false, .none) }
      eagerState.unsubscribedCount += 1
      if isUnneeded { return (true, .none) }
      let freed = keepsHandler ? .none : takeFirst()
      if !freed.isEmpty { eagerState.unsubscribedCount -= 1 }
      return (false, freed)
    }.isUnneeded
  }

  /// The first handler, where it is of no use without its owner. To be called under the lock, and freed outside.
  private func takeFirst() -> SettlementState<Value>.Handlers {
    guard state.isPending, eagerState.firstLeaves else { return .none }
    eagerState.firstLeaves = false
    return state.takeFirstHandlers()
  }

  /// The owner of a handler that is not the first unsubscribes. No effect the second time.
  final func unsubscribe(
    _ place: WaitingHandler<Value>,
    leaves: Bool,
    with error: any Error,
    origin: (any EagerSource)?
  ) {
    let isLast = lock.withLock { _ in
      guard state.isPending, place.counts else { return false }
      place.countNoMore()
      if leaves { _ = state.remove(place) }
      return isUnneeded
    }
    if isLast { _ = cancel(settlingWith: error, origin: origin) }
  }

  /// A handler that is not the first is of no use any more.
  final func takeOut(_ place: WaitingHandler<Value>) {
    lock.withLock { _ in
      if state.isPending { _ = state.remove(place) }
    }
  }

  /// Whether all handlers have unsubscribed, and nothing waits. To be asked under the lock.
  fileprivate final var isUnneeded: Bool {
    // The count first: to look for waiters takes time.
    state.isPending && eagerState.unsubscribedCount >= state.handlers.count && !state.handlers.isWaitedFor
  }

  /// Adds a waiter for the outcome, which keeps the cell needed for as long as it waits. False where there is an
  /// outcome already, or where the waiter has given up.
  @usableFromInline
  package final func add(_ waiter: Waiter) -> Bool {
    lock.withLock { _ in state.isPending && state.add(waiter) }
  }

  /// The waiter gives up, which cancels the cell where nothing else needs it. True where it has been waiting, and is not
  /// woken by the cell any more.
  @usableFromInline
  @discardableResult
  package final func remove(_ waiter: Waiter) -> Bool {
    let (isRemoved, isLast) = lock.withLock { _ in
      let isRemoved = state.remove(waiter)
      return (isRemoved, self.isUnneeded)
    }
    if isRemoved, isLast, waiter.counts { cancel(settlingWith: CancellationError()) }
    return isRemoved
  }

  /// Unsubscribes from its source, and still takes the outcome that comes of that. No effect the second time.
  package final func detachSource(with error: any Error) {
    let source = lock.withLock { _ in eagerState.source.take() }
    source?.detach(with: error)
  }

  /// Calls the handler once when there is an outcome, without keeping the cell needed.
  package final func observe(_ handler: @escaping Handler) {
    let outcome: Outcome? = lock.withLock { _ in
      guard state.isPending else {
        return eagerState.defersHandlers && state.register(handler, as: .spot) ? nil : storedValue
      }
      if state.handlers.isEmpty {
        _ = state.register(handler, as: .spot)
        eagerState.unsubscribedCount += 1
      } else {
        _ = state.add(WaitingHandler<Value>(as: .spot, counts: false, handler))
      }
      return nil
    }
    if let outcome { handler(outcome) }
  }

  /// As ``observe(_:)``, before any handler is told, for what has to be over by then.
  package final func whenEnding(_ call: @escaping @Sendable (_ failure: (any Error)?) -> Void) {
    if !add(WaitingCall(counts: false, call)) { call(outcome?.failure) }
  }

  /// Calls `cancel` when the scope ends, unless there is an outcome before.
  package final func tie(to scope: Scope, origin: SourceLocation, _ cancel: @escaping @Sendable () -> Void) {
    Errand<Void>(name: nil, origin: origin) { callback in
      callback.onCancel(cancel)
      self.observe { _ in callback.succeed(()) }
    }.run(in: scope)
  }

  @usableFromInline
  package final func remember(_ origin: RememberedOrigin, behind source: any EagerSource) -> Bool {
    // The former one is freed outside the lock.
    lock.withLock { _ -> (isRemembered: Bool, former: (any EagerSource)?) in
      guard let former = eagerState.source, former === source else { return (false, nil) }
      eagerState.source = Shortcut((former as? Shortcut)?.behind ?? former, origin)
      return (true, former)
    }.isRemembered
  }

  /// Its source is the cell that it has as such, and one place there. No effect where it has got another one since: the
  /// handler in that place may have been called already.
  @usableFromInline
  package final func refineSource(_ cell: any EagerSource, to place: any EagerSource) {
    let former: (any EagerSource)? = lock.withLock { _ in
      guard state.isPending, eagerState.source === cell else { return nil }
      defer { eagerState.source = place }
      return eagerState.source
    }
    // Freed outside the lock.
    withExtendedLifetime(former) {}
  }

  /// From now on the outcome comes from `source`: the promise that a handler has answered with, say.
  ///
  /// To be called behind the registration of the handler that brings the outcome, or unsubscribing would count for
  /// another handler.
  @usableFromInline
  package final func setSource(_ source: any EagerSource) {
    let former: (any EagerSource)? = lock.withLock { _ in
      guard state.isPending else { return eagerState.wasCancelled ? source : nil }
      defer { eagerState.source = source }
      return eagerState.source
    }
    // The former one is freed outside the lock; and so is this one, where the cell has been cancelled
    // meanwhile.
    if former === source { source.unsubscribe(with: CancellationError()) }
  }
}

private final class Unsubscription: Sendable {
  private let source: any EagerSource
  private let error: any Error
  private let origin: any EagerSource

  init(_ source: any EagerSource, _ error: any Error, origin: any EagerSource) {
    self.source = source
    self.error = error
    self.origin = origin
  }

  func make() { source.unsubscribe(with: error, origin: origin) }
}

final class Telling<Value: Sendable>: Sendable {
  private let cell: EagerSettlement<Value>
  private let origin: (any EagerSource)?

  init(_ cell: EagerSettlement<Value>, origin: (any EagerSource)?) {
    self.cell = cell
    self.origin = origin
  }

  func tell() { cell.tell(behind: origin) }
}

import Errands

extension EagerSettlement {
  /// Settles the cell with the error, and unsubscribes from its source. False, and no effect, where it was settled
  /// before.
  ///
  /// In this order: the outcome, the end of the work, the handlers. A handler never sees the work still
  /// running.
  ///
  /// A cell whose source is a run leaves it to the run which came first, the work's outcome or the cancellation:
  /// else the work would be told that it has succeeded, and its owner that it was cancelled. The run's error is
  /// `CancellationError` then.
  @discardableResult
  package final func cancel(settlingWith error: any Error) -> Bool {
    cancel(settlingWith: error, origin: nil)
  }

  @discardableResult
  final func cancel(settlingWith error: any Error, origin: (any EagerSource)?) -> Bool {
    guard let run = source as? AnyRun else { return cancelHere(error, origin: origin) }
    // The run tells the cell of its end by itself, before the stop returns.
    lock.withLock { _ in state.keep(reason: error) }
    guard run.stop(with: CancellationError()) else { return false }
    // Unless the stack was used up.
    _ = cancelHere(error, origin: run)
    return true
  }

  private func cancelHere(_ error: any Error, origin known: (any EagerSource)?) -> Bool {
    guard let former = decide(.failure(error), isCancellation: true) else { return false }
    let source = former.source
    // Before anything unsubscribes; and once for a whole chain, or it would take a walk from every link of
    // it.
    let origin = known ?? source?.originNow
    source?.forgetOrigin()
    let unsubscription = source.map {
      Unsubscription(EagerSubscription($0, at: former.place), error, origin: origin ?? $0)
    }
    // All the work of a chain ends, and then its handlers are told, from the work to the link that was
    // cancelled.
    if let unsubscription { Trampoline.run(unsubscription) { $0.make() } }
    if let run = origin as? AnyRun {
      Trampoline.run(Telling(self, behind: run)) { $0.tell() }
    } else {
      Trampoline.run(self) { $0.tell() }
    }
    return true
  }

  /// Tells the handlers now, or, where the work's run is handing over a report, those on the spot behind that.
  ///
  /// They are not told in the run's turn where they need not be: the work may go on for another cell, which a
  /// handler then could neither cancel nor wait for.
  fileprivate final func tell(behind run: AnyRun) {
    guard run.isHandingOver else { return tell() }
    guard let outcome = storedValue else { return }
    lock.withLock { _ in state.flags.insert(.defersHandlers) }
    wakeWaiters(outcome)
    tell(outcome, behind: run)
  }

  /// Tells the handlers on the spot behind what the run is handing over there, and the others now.
  @usableFromInline
  final func tell(_ outcome: Outcome, behind run: AnyRun) {
    CallRound.make([false, true]) { isOnTheSpot in
      guard isOnTheSpot else { return self.tellElsewhere(outcome) }
      run.enqueue(.immediate) {
        let handlers = self.lock.withLock { _ in self.state.takeDeferred() }
        if !handlers.isEmpty { self.tell(handlers, outcome) }
      }
    }
  }

  private func tellElsewhere(_ outcome: Outcome) {
    let handlers = lock.withLock { _ in state.takeElsewhere() }
    if !handlers.isEmpty { tell(handlers, outcome) }
  }

  /// Tells a handler that has been taken out; one on the spot behind a report that is being handed over there.
  private func tell(
    _ handler: EagerHandler<Value>,
    _ outcome: Outcome,
    behind origin: (any EagerSource)?
  ) {
    guard handler.kind.waitsForReports, let run = origin as? AnyRun, run.isHandingOver else {
      return handler.call(outcome)
    }
    run.enqueue(.immediate) { handler.call(outcome) }
  }
}

extension EagerSettlement: EagerSource {
  /// The owner of the first handler needs the outcome no more.
  @usableFromInline
  package final func unsubscribe(with error: any Error) {
    unsubscribe(.first, with: error, origin: nil, tells: false)
  }

  /// The last one to unsubscribe cancels the cell. Where others need it, a handler that cleans up is told at once, and
  /// not when they have ended.
  @usableFromInline
  package final func unsubscribe(
    _ place: EagerPlace,
    with error: any Error,
    origin: (any EagerSource)?,
    tells: Bool
  ) {
    // What is taken out is freed outside the lock.
    var parting = EagerState<Value>.Parting()
    lock.withLock { _ in parting = state.unsubscribe(place, tells: tells) }
    if parting.isLast {
      cancelUnneeded(error, origin: origin)
    } else if parting.hears, let handler = parting.handler {
      tell(handler, .failure(error), behind: origin ?? originNow)
    }
  }

  /// A `catch` that takes the cancellation is to end as handled: settled here, it told the one behind it as well.
  private func cancelUnneeded(_ error: any Error, origin: (any EagerSource)?) {
    let detaches = lock.withLock { _ in state.flags.contains(.detaches) }
    if detaches { return detachSource(with: error, origin: origin) }
    cancel(settlingWith: error, origin: origin)
  }

  @usableFromInline
  package final func leave(_ place: EagerPlace) {
    // Most members of a whole have been settled by then, and what follows looks up the handler's type.
    if isUndecided { takeOut(place) }
  }

  private func takeOut(_ place: EagerPlace) {
    // Freed outside the lock.
    var left: EagerHandler<Value>?
    lock.withLock { _ in left = state.leave(place) }
    withExtendedLifetime(left) {}
  }

  /// Adds a waiter for the outcome, which keeps the cell needed for as long as it waits. False where there is an
  /// outcome already, or where the waiter has given up.
  @usableFromInline
  package final func add(_ waiter: Waiter) -> Bool {
    lock.withLock { _ in state.add(waiter) }
  }

  /// The waiter gives up, which cancels the cell where nothing else needs it. True where it has been waiting, and is not
  /// woken by the cell any more.
  @usableFromInline
  @discardableResult
  package final func remove(_ waiter: Waiter) -> Bool {
    let (isRemoved, isLast) = lock.withLock { _ in state.remove(waiter) }
    if isLast { cancelUnneeded(CancellationError(), origin: nil) }
    return isRemoved
  }

  /// Unsubscribes from its source, and still takes the outcome that comes of that. No effect the second time.
  package final func detachSource(with error: any Error) { detachSource(with: error, origin: nil) }

  private func detachSource(with error: any Error, origin: (any EagerSource)?) {
    guard let subscription = lock.withLock({ _ in state.detach() }) else { return }
    let unsubscription = Unsubscription(subscription, error, origin: origin, tells: true)
    Trampoline.run(unsubscription) { $0.make() }
  }

  /// From now on the last one to unsubscribe detaches the cell from its source, instead of settling it.
  package final func detachWhenUnneeded() {
    lock.withLock { _ in state.flags.insert(.detaches) }
  }

  /// Calls the handler once when there is an outcome, without keeping the cell needed.
  package final func observe(_ handler: @escaping Handler) {
    _ = register(EagerHandler(as: .step, leaving: .watches, handler))
  }

  /// As ``observe(_:)``, before any handler is told, for what has to be over by then.
  package final func whenEnding(_ call: @escaping @Sendable (_ failure: (any Error)?) -> Void) {
    if !add(WaitingCall(counts: false, call)) { call(outcome?.failure) }
  }

  /// Calls `cancel` when the scope ends, unless there is an outcome before; now, where it has ended already.
  package final func tie(to scope: Scope, origin: SourceLocation, _ cancel: @escaping @Sendable () -> Void) {
    let life = Errand<Void>(name: nil, origin: origin) { callback in
      self.observe { _ in if callback.run.isRunning { callback.succeed(()) } }
    }
    // Not by the work, which never begins where the scope has ended.
    _ = life.begin(in: scope) { $0.onCancel(cancel) }
  }
}

private final class Unsubscription: Sendable {
  private let subscription: EagerSubscription
  private let error: any Error
  private let origin: (any EagerSource)?
  private let tells: Bool

  init(_ subscription: EagerSubscription, _ error: any Error, origin: (any EagerSource)?, tells: Bool = false)
  {
    self.subscription = subscription
    self.error = error
    self.origin = origin
    self.tells = tells
  }

  func make() { subscription.unsubscribe(with: error, origin: origin, tells: tells) }
}

final class Telling<Value: Sendable>: Sendable {
  private let cell: EagerSettlement<Value>
  private let run: AnyRun

  init(_ cell: EagerSettlement<Value>, behind run: AnyRun) {
    self.cell = cell
    self.run = run
  }

  func tell() { cell.tell(behind: run) }
}

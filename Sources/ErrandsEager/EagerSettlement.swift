import Errands

/// The exactly-once cell of a style whose objects do their work from the moment they are made, and tell their
/// handlers inside the settling call: a promise, a Bolts task.
///
/// ``EagerState`` has the rules, and this class the lock and the calls. It has no public member: its subclasses,
/// which bear the names of other libraries, say what can be done with it. (It is open for them, which lie in other
/// modules; code outside of the package cannot make one, and so the module is no product.)
@_documentation(visibility: internal)
open class EagerSettlement<Value: Sendable>: SettlementStorage<Result<Value, any Error>?>,
  @unchecked Sendable
{
  // Sendable: what changes is only touched while the lock is held, or by the deinit.
  @usableFromInline package typealias Outcome = Result<Value, any Error>
  @usableFromInline package typealias Handler = @Sendable (Outcome) -> Void

  @usableFromInline final let lock = Lock(())
  @exclusivity(unchecked) @usableFromInline final var state = EagerState<Value>()

  /// A cell that is settled from the beginning.
  @inlinable
  package init(settled outcome: Outcome) {
    super.init(outcome)
    state.phase = .settled
  }

  /// A pending cell.
  ///
  /// - Parameter source: What its outcome comes from; cancelling the cell unsubscribes from it.
  @inlinable
  package init(source: (any EagerSource)?) {
    super.init(nil)
    state.source = source
  }

  /// A cell that no code can settle any more tells its waiters and handlers that nothing will come.
  @inlinable
  deinit {
    // Not by way of a property of the state: the compiler would then look its type up at run time, to free it.
    if case .pending = state.phase { abandon() }
  }

  /// How it was settled, or nil while it has not been.
  @inlinable
  package final var outcome: Outcome? {
    lock.withLock { _ in storedValue }
  }

  @inlinable
  package final var isUndecided: Bool {
    lock.withLock { _ in
      if case .pending = state.phase { true } else { false }
    }
  }

  /// Whether it was settled by ``cancel(settlingWith:)``.
  @usableFromInline
  package final var wasCancelled: Bool {
    lock.withLock { _ in state.flags.contains(.wasCancelled) }
  }

  /// Whether ``detachSource(with:)`` was called.
  @usableFromInline
  package final var isDetached: Bool {
    lock.withLock { _ in state.flags.contains(.isDetached) }
  }

  /// How many handlers and waiters need the outcome.
  package final var handlerCount: Int {
    lock.withLock { _ in state.isPending ? Int(state.needs) : 0 }
  }

  /// Calls the handler once with the outcome: now, where there is one, even before handlers that are still to be told;
  /// but behind those that are being handed over to the same executor, and a step behind those that wait for the end of
  /// a report on the spot.
  ///
  /// - Parameter leaving: What becomes of the handler when its owner unsubscribes.
  /// - Returns: The place of the handler, where it waits.
  @inlinable
  @discardableResult
  package final func whenDecided(
    as kind: EagerKind = .step,
    leaving: EagerLeaving = .stays,
    _ handler: @escaping Handler
  ) -> EagerPlace? {
    register(EagerHandler(as: kind, leaving: leaving, handler))
  }

  @inlinable
  final func register(_ handler: EagerHandler<Value>) -> EagerPlace? {
    var outcome: Outcome?
    let place: EagerPlace? = lock.withLock { _ in
      let place = state.register(handler)
      if place == nil { outcome = storedValue }
      return place
    }
    if let outcome { handler.call(outcome) }
    return place
  }

  /// As ``whenDecided(as:leaving:_:)``, for a handler whose owner may unsubscribe: from what is returned, once.
  @inlinable
  package final func subscribe(
    as kind: EagerKind = .link,
    leaving: EagerLeaving = .goes,
    _ handler: @escaping Handler
  ) -> EagerSubscription {
    EagerSubscription(self, at: whenDecided(as: kind, leaving: leaving, handler) ?? .none)
  }

  /// As ``subscribe(as:leaving:_:)``, for the handler that settles `next`, whose source this cell is.
  ///
  /// To be called before `next` is handed out. The locks of the two are never held at once.
  @inlinable
  package final func pass<Next: Sendable>(
    to next: EagerSettlement<Next>,
    as kind: EagerKind = .link,
    leaving: EagerLeaving = .goes,
    _ handler: @escaping Handler
  ) {
    guard let place = whenDecided(as: kind, leaving: leaving, handler), !place.isFirst else { return }
    next.refineSource(self, at: place)
  }

  /// Settles, and tells the handlers. False, and no effect, where it was settled before.
  @inlinable
  @discardableResult
  package final func settle(_ outcome: Outcome) -> Bool {
    // Where the stack is nearly used up, the handlers stay in the cell until it is their turn.
    guard Trampoline.hasRoom else { return settleLater(outcome) }
    var end = EagerEnd<Value>()
    let isFirst = lock.withLock { _ in
      guard state.end(&end) else { return false }
      storedValue = outcome
      return true
    }
    if let only = end.first.take() { tell(only, outcome) } else if end.isCrowded { tell() }
    // What it stood on is let go of when all have been told.
    withExtendedLifetime(end.source) {}
    return isFirst
  }

  @inlinable
  final func settleLater(_ outcome: Outcome) -> Bool {
    guard let former = decide(outcome) else { return false }
    withExtendedLifetime(former) { Trampoline.run(self) { $0.tell() } }
    return true
  }

  /// As ``settle(_:)``, for a cell whose source is a run: where that is handing over a report on the spot, the handlers
  /// there are told behind it, and no others. Of a run that the cell has cancelled the error is the cell's own.
  final func settle(_ outcome: Outcome, behind run: AnyRun) {
    let former = lock.withLock { _ -> EagerFormer? in
      guard let former = state.decide() else { return nil }
      let reason = outcome.failure is CancellationError ? former.reason : nil
      storedValue = reason.map { Outcome.failure($0) } ?? outcome
      return former
    }
    guard let former else { return }
    withExtendedLifetime(former) { Trampoline.run(Telling(self, behind: run)) { $0.tell() } }
  }

  /// Settles with what `body` gives or throws. Where it has been settled already, cancelled say, `body` is
  /// not called.
  @inlinable
  package final func settle(_ body: () throws -> Value) {
    guard isUndecided else { return }
    do { settle(.success(try body())) } catch { settle(.failure(error)) }
  }

  /// What the cell stood on, where this is the first outcome; to be freed outside the lock.
  @inlinable
  final func decide(_ outcome: Outcome, isCancellation: Bool = false) -> EagerFormer? {
    lock.withLock { _ in
      guard let former = state.decide(isCancellation: isCancellation) else { return nil }
      storedValue = outcome
      return former
    }
  }
}

import Errands

/// The exactly-once cell of a style whose objects do their work from the moment they are made, and tell their
/// handlers inside the settling call: a promise, a Bolts task.
///
/// The same state machine as ``Settlement`` under another way of telling. It has no public member: its subclasses,
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
  @exclusivity(unchecked) @usableFromInline final var state = SettlementState<Value>()
  @exclusivity(unchecked) @usableFromInline final var eagerState = EagerState()

  /// A cell that is settled from the beginning.
  @inlinable
  package init(settled outcome: Outcome) {
    super.init(outcome)
    _ = state.decide()
  }

  /// A pending cell.
  ///
  /// - Parameter source: What its outcome comes from; cancelling the cell unsubscribes from it.
  @inlinable
  package init(source: (any EagerSource)?) {
    super.init(nil)
    eagerState.source = source
  }

  /// As the deinit of ``Settlement``: waiters and handlers are told that nothing will come.
  @inlinable
  deinit {
    if state.isPending { tellUntold() }
  }

  @usableFromInline
  final func tellUntold() {
    while let waiter = state.takeWaiter() { waiter.wake(Abandonment(origin: nil)) }
    if state.handlers.isEmpty { return }
    Trampoline.run(UntoldHandlers(handlers: state.takeUntold(), error: Abandonment(origin: nil))) {
      $0.tell()
    }
  }

  /// How it was settled, or nil while it has not been.
  @inlinable
  package final var outcome: Outcome? {
    lock.withLock { _ in storedValue }
  }

  @inlinable
  package final var isUndecided: Bool {
    lock.withLock { _ in state.isPending }
  }

  /// Whether it was settled by ``cancel(settlingWith:)``.
  @usableFromInline
  package final var wasCancelled: Bool {
    lock.withLock { _ in eagerState.wasCancelled }
  }

  /// How many handlers wait.
  package final var handlerCount: Int {
    lock.withLock { _ in state.isPending ? state.handlers.count + state.handlers.waiterCount : 0 }
  }

  /// Calls the handler once with the outcome: now, where there is one, even before handlers that are still to be told;
  /// but one on the spot behind those that wait for the end of a report there.
  ///
  /// The first handler of a cell lies in it; those behind it are waiters, in the same order, so that each can be taken
  /// out again. Most cells have no more than one.
  ///
  /// - Parameter leaves: Whether the handler is of no use any more once its owner has unsubscribed.
  /// - Returns: The place of the handler, where it is not the first.
  @inlinable
  @discardableResult
  package final func whenDecided(
    as kind: HandlerKind = .spot,
    leaves: Bool = false,
    _ handler: @escaping Handler
  ) -> WaitingHandler<Value>? {
    var place: WaitingHandler<Value>?
    let outcome: Outcome? = lock.withLock { _ in
      guard state.isPending else {
        let waits = eagerState.defersHandlers && kind.waitsForReports
        return waits && state.register(handler, as: kind) ? nil : storedValue
      }
      if state.handlers.isEmpty {
        eagerState.firstLeaves = leaves
        _ = state.register(handler, as: kind)
      } else {
        place = lineUp(handler, as: kind)
      }
      return nil
    }
    if let outcome { handler(outcome) }
    return place
  }

  /// To be called under the lock.
  @usableFromInline
  final func lineUp(_ handler: @escaping Handler, as kind: HandlerKind) -> WaitingHandler<Value> {
    let place = WaitingHandler<Value>(as: kind, handler)
    _ = state.add(place)
    return place
  }

  /// As ``whenDecided(as:leaves:_:)``, for a handler whose owner may unsubscribe: from what is returned, once.
  @inlinable
  package final func subscribe(
    as kind: HandlerKind = .link,
    leaves: Bool = true,
    _ handler: @escaping Handler
  ) -> any EagerSource {
    guard let place = whenDecided(as: kind, leaves: leaves, handler) else { return self }
    return Subscription(self, place, leaves: leaves)
  }

  /// As ``subscribe(as:leaves:_:)``, for the handler that settles `next`, whose source this cell is.
  @inlinable
  package final func pass<Next: Sendable>(
    to next: EagerSettlement<Next>,
    as kind: HandlerKind = .link,
    leaves: Bool = true,
    _ handler: @escaping Handler
  ) {
    guard let place = whenDecided(as: kind, leaves: leaves, handler) else { return }
    next.refineSource(self, to: Subscription(self, place, leaves: leaves))
  }

  /// Settles, and tells the handlers. False, and no effect, where it was settled before.
  @inlinable
  @discardableResult
  package final func settle(_ outcome: Outcome) -> Bool {
    guard let former = decide(outcome) else { return false }
    withExtendedLifetime(former) { Trampoline.run(self) { $0.tell() } }
    return true
  }

  /// As ``settle(_:)``, for a cell whose source is a run: where that is handing over a report on the spot, the handlers
  /// there are told behind it, and no others.
  final func settle(_ outcome: Outcome, behind run: AnyRun) {
    guard let former = decide(outcome) else { return }
    withExtendedLifetime(former) { Trampoline.run(Telling(self, origin: run)) { $0.tell() } }
  }

  /// Settles with what `body` gives or throws. Where it has been settled already, cancelled say, `body` is
  /// not called.
  @inlinable
  package final func settle(_ body: () throws -> Value) {
    guard isUndecided else { return }
    do { settle(.success(try body())) } catch { settle(.failure(error)) }
  }

  /// The state that the cell had, where this is the first outcome; its source is to be freed outside the lock.
  @inlinable
  final func decide(_ outcome: Outcome, isCancellation: Bool = false) -> EagerState? {
    lock.withLock { _ in
      guard state.decide() else { return nil }
      storedValue = outcome
      defer {
        eagerState = EagerState()
        eagerState.wasCancelled = isCancellation
      }
      return eagerState
    }
  }

  @inlinable
  final func tell() {
    guard let outcome = storedValue else { return }
    var handlers = SettlementState<Value>.Handlers.none
    while !lock.withLock({ _ in state.takeAllHandlers(&handlers) }) { wakeWaiter(outcome) }
    (consume handlers)(outcome)
  }

  @usableFromInline
  final func wakeWaiter(_ outcome: Outcome) {
    lock.withLock { _ in state.takeWaiter() }?.wake(outcome.failure)
  }
}

/// What an eager cell has besides its settlement: a source, while nothing has settled it; afterwards only whether it was
/// cancelled.
@usableFromInline
package struct EagerState: Sendable {
  /// What the cell unsubscribes from when it is cancelled.
  @usableFromInline var source: (any EagerSource)?
  /// How many handlers of the cell need its outcome no more.
  @usableFromInline var unsubscribedCount: Int32 = 0
  /// Whether the first handler is of no use once its owner has unsubscribed.
  @usableFromInline var firstLeaves = false

  /// Whether it was settled from outside, by a cancellation, and not by its work.
  @usableFromInline var wasCancelled = false
  /// Whether the handlers wait for a report that was under way when the cell was settled.
  @usableFromInline var defersHandlers = false

  @inlinable
  init() {}
}

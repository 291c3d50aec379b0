import Errands

/// The exactly-once cell of a style whose objects do their work from the moment they are made, and tell their
/// handlers inside the settling call: a promise, a Bolts task.
///
/// The same state machine as ``Settlement`` under another way of telling. It has no public member: what can
/// be done with it is said by its subclasses, which bear the names of other libraries. (It is open for them,
/// which lie in other modules; nobody outside of the package can make one, and so its module is no product.)
@_documentation(visibility: internal)
open class EagerSettlement<Value: Sendable>: SettlementStorage<Result<Value, any Error>?>,
  @unchecked Sendable
{
  // Sendable: what changes is only touched while the lock is held, or by the deinit.
  @usableFromInline package typealias Outcome = Result<Value, any Error>
  @usableFromInline package typealias Handler = @Sendable (Outcome) -> Void

  @usableFromInline final let lock = Lock(())
  @exclusivity(unchecked) @usableFromInline final var state = SettlementState<Value>()
  @exclusivity(unchecked) @usableFromInline final var work = EagerWork()

  /// A cell that is settled from the beginning.
  @inlinable
  package init(settled outcome: Outcome) {
    super.init(outcome)
    _ = state.decide()
  }

  /// A pending cell.
  ///
  /// - Parameter upstream: What its outcome comes from; cancelling the cell lets go of it.
  @inlinable
  package init(upstream: (any Upstream)?) {
    super.init(nil)
    work.upstream = upstream
  }

  /// As the deinit of ``Settlement``: whoever still waits is told that nothing will come.
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
    lock.withLock { _ in stored }
  }

  @inlinable
  package final var isUndecided: Bool {
    lock.withLock { _ in state.isPending }
  }

  /// Whether it was cancelled: settled by ``end(with:)``.
  @usableFromInline
  package final var wasEnded: Bool {
    lock.withLock { _ in work.isEnded }
  }

  /// How many handlers wait.
  package final var handlerCount: Int {
    lock.withLock { _ in state.isPending ? state.handlers.count + state.handlers.waiterCount : 0 }
  }

  /// Calls the handler once with the outcome: now, where there is one, even if others wait to be told, unless
  /// it is to be on the spot and they wait for the end of a report there.
  @inlinable
  package final func whenDecided(as kind: HandlerKind = .spot, _ handler: @escaping Handler) {
    let outcome = lock.withLock { _ in
      let waits = state.isPending || work.isHeldUp && kind.isOnTheSpot
      return waits && state.register(handler, as: kind) ? nil : stored
    }
    if let outcome { handler(outcome) }
  }

  /// Settles, and tells the handlers. False, and no effect, where it was settled before.
  @inlinable
  @discardableResult
  package final func settle(_ outcome: Outcome) -> Bool {
    guard let work = decide(outcome) else { return false }
    withExtendedLifetime(work) { Trampoline.run(self) { $0.tell() } }
    return true
  }

  /// As ``settle(_:)``, for one that stands on a run: where that is handing over a report on the spot, the handlers there
  /// are told behind it, and nobody else.
  final func settle(_ outcome: Outcome, behind run: AnyRun) {
    guard let work = decide(outcome) else { return }
    withExtendedLifetime(work) { Trampoline.run(Telling(self, origin: run)) { $0.tell() } }
  }

  /// Settles with what `body` gives or throws. Where it has been settled already, cancelled say, `body` is
  /// not called.
  @inlinable
  package final func settle(_ body: () throws -> Value) {
    guard isUndecided else { return }
    do { settle(.success(try body())) } catch { settle(.failure(error)) }
  }

  /// What the cell stood on, where this is the first outcome; to be let go of outside the lock.
  @inlinable
  final func decide(_ outcome: Outcome, isEnd: Bool = false) -> EagerWork? {
    lock.withLock { _ in
      guard state.decide() else { return nil }
      stored = outcome
      defer {
        work = EagerWork()
        work.isEnded = isEnd
      }
      return work
    }
  }

  @inlinable
  final func tell() {
    guard let outcome = stored else { return }
    var handlers = SettlementState<Value>.Handlers.none
    while !lock.withLock({ _ in state.takeAllHandlers(&handlers) }) { wakeWaiter(outcome) }
    (consume handlers)(outcome)
  }

  @usableFromInline
  final func wakeWaiter(_ outcome: Outcome) {
    lock.withLock { _ in state.takeWaiter() }?.wake(outcome.failure)
  }
}

/// What an eager cell stands on while nothing has settled it; afterwards only whether it was cancelled.
@usableFromInline
package struct EagerWork: Sendable {
  /// What is let go of when the cell is cancelled.
  @usableFromInline var upstream: (any Upstream)?
  /// How many of those who wait for the cell have said that they need it no more.
  @usableFromInline var departed: Int32 = 0

  /// Whether it was settled from outside, by a cancellation, and not by its work.
  @usableFromInline var isEnded = false
  /// Whether the handlers wait for a report that was under way when the cell was cancelled.
  @usableFromInline var isHeldUp = false

  @inlinable
  init() {}
}

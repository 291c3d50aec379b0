/// The exactly-once cell under every style: pending, then settled, with the handlers that wait for it.
///
/// Handlers are called in the order in which they were registered, by the thread that settles; a handler that
/// is registered after settlement is called by the thread that registers it. Where handlers are to run
/// somewhere else, ``Run`` sees to that.
///
/// ```swift
/// let answer = Settlement<Int>()
/// answer.whenSettled { outcome in print(outcome) }
/// answer.settle(.success(42))
/// ```
public final class Settlement<Value: Sendable>: SettlementStorage<Result<Value, any Error>?>,
  @unchecked Sendable
{
  // Sendable: the state is only touched while the lock is held, or by the deinit.
  /// A value or an error.
  public typealias Outcome = Result<Value, any Error>
  /// What is called with the outcome.
  public typealias Handler = @Sendable (Outcome) -> Void

  @usableFromInline let lock = Lock(())
  @exclusivity(unchecked) @usableFromInline var state = SettlementState<Value>()

  /// A cell that has not been settled.
  @inlinable
  public init() {
    super.init(nil)
  }

  /// A cell that no code can settle any more has one outcome left. Without this, its waiters would wait for
  /// ever. A chain of a million abandoned cells does not release itself recursively.
  @inlinable
  deinit {
    if state.isPending { tellUntold() }
  }

  /// Out of the deinit's way: what is generic in here is looked up at run time.
  @usableFromInline
  func tellUntold() {
    while let waiter = state.takeWaiter() { waiter.wake(AbandonedError(origin: nil)) }
    if state.handlers.isEmpty { return }
    Trampoline.run(UntoldHandlers(handlers: state.takeUntold(), error: AbandonedError(origin: nil))) {
      $0.tell()
    }
  }

  /// How it was settled, or nil while it has not been.
  @inlinable
  public var outcome: Outcome? {
    lock.withLock { _ in stored }
  }

  @inlinable
  package var isDecided: Bool {
    lock.withLock { _ in !state.isPending }
  }

  /// The outcome, once the work has been stopped and the waiters have been woken.
  @inlinable
  package var announcedOutcome: Outcome? {
    lock.withLock { _ in state.isAnnounced ? stored : nil }
  }

  /// Settles and tells the handlers. False, and no effect, where it was settled before.
  @inlinable
  @discardableResult
  public func settle(_ outcome: Outcome) -> Bool {
    guard decide(outcome) else { return false }
    announce()
    return true
  }

  /// Fixes the outcome without telling any handler yet: between this and ``announce()`` the winner stops the
  /// work and lets go of it, so that no handler ever sees the work still running.
  @inlinable
  package func decide(_ outcome: Outcome) -> Bool {
    lock.withLock { _ in
      guard state.decide() else { return false }
      stored = outcome
      return true
    }
  }

  @inlinable
  package func announce() {
    Trampoline.run(self) { $0.drain() }
  }

  /// Calls the handler once with the outcome: now, if every handler before it has been told, else in turn. A
  /// cell that goes away unsettled calls it with ``AbandonedError``.
  @inlinable
  public func whenSettled(_ handler: @escaping Handler) {
    if let outcome = register(handler) { call(handler, outcome) }
  }

  /// As ``whenSettled(_:)``, for a handler that does something else than to hand over to an executor.
  func whenSettled(as kind: HandlerKind, _ handler: @escaping Handler) {
    if let outcome = register(handler, as: kind) { call(handler, outcome) }
  }

  /// A handler of a cell that is settled may register the next one with another such cell.
  @inlinable
  func call(_ handler: @escaping Handler, _ outcome: Outcome) {
    if Trampoline.hasRoom { handler(outcome) } else { callLater(handler, outcome) }
  }

  @usableFromInline
  func callLater(_ handler: @escaping Handler, _ outcome: Outcome) {
    Trampoline.callLater { handler(outcome) }
  }

  /// The outcome, where the handler is to be called now, as none is before it.
  ///
  /// - Parameter kind: A handler on the spot is called in its turn, by the run that ``drain(telling:)`` is
  ///   given.
  @inlinable
  func register(_ handler: @escaping Handler, as kind: HandlerKind = .queued) -> Outcome? {
    lock.withLock { _ in state.register(handler, as: kind) ? nil : stored }
  }

  /// Whether a handler is, or was, to be told on the spot.
  @usableFromInline
  var isToldOnTheSpot: Bool { lock.withLock { _ in state.isToldOnTheSpot } }

  /// Adds a waiter, which is woken when there is an outcome, before any handler is called. False where there
  /// is an outcome already, or where the waiter has given up.
  @inlinable
  package func add(_ waiter: Waiter) -> Bool {
    lock.withLock { _ in state.add(waiter) }
  }

  /// The waiter gives up. True where it has been waiting, and is not woken by the cell any more.
  @inlinable
  @discardableResult
  package func remove(_ waiter: Waiter) -> Bool {
    lock.withLock { _ in state.remove(waiter) }
  }

  /// - Parameter run: The run in whose delivery queue the handlers on the spot take their turns.
  @inlinable
  func drain(telling run: Run<Value>? = nil) {
    guard let outcome = stored else { return }
    var handlers = SettlementState<Value>.Handlers.none
    while !lock.withLock({ _ in state.announce(&handlers) }) { wakeWaiter() }
    while !handlers.isEmpty {
      // Given away, and not copied, which would retain them once more.
      (consume handlers).tell(outcome, of: run)
      handlers = .none
      lock.withLock { _ in state.takeHandlers(&handlers) }
    }
  }

  /// Tells the handlers with an executor that have come while those before were told: the next look at all
  /// new handlers may have to wait for a handler on the spot that blocks.
  @usableFromInline
  func tellQueued(_ outcome: Outcome) {
    var queued = lock.withLock { _ in state.takeQueued() }
    while !queued.isEmpty {
      for entry in queued { entry.handler(outcome) }
      queued = lock.withLock { _ in state.takeQueued() }
    }
  }

  /// Not in one step with the look whether there is one: a waiter that comes while this one is being woken is
  /// woken behind it.
  @inlinable
  func wakeWaiter() { lock.withLock { _ in state.takeWaiter() }?.wake(stored?.failure) }
}

extension Result where Failure == any Error {
  @usableFromInline
  package var failure: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// The handlers that an unsettled cell leaves behind. They are freed when they have been told: what they hold
/// may be the next cell.
package final class UntoldHandlers<Value: Sendable>: @unchecked Sendable {
  // Sendable: only the thread that frees the cell ever sees them.
  private var handlers: SettlementState<Value>.Handlers
  private let error: any Error

  package init(handlers: consuming SettlementState<Value>.Handlers, error: any Error) {
    self.handlers = consume handlers
    self.error = error
  }

  package func tell() {
    var told = SettlementState<Value>.Handlers.none
    swap(&told, &handlers)
    told(.failure(error))
  }
}

/// The exactly-once cell under every style: pending, then settled, with the handlers that wait for it.
///
/// Handlers are called in the order in which they were registered, by the thread that settles; one that is
/// registered after settlement is called by the thread that registers it. Where handlers are to run somewhere
/// else, ``Run`` sees to that.
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
  public typealias Outcome = Result<Value, any Error>
  public typealias Handler = @Sendable (Outcome) -> Void

  @usableFromInline let lock = Lock(())
  @exclusivity(unchecked) @usableFromInline var state = SettlementState<Value>()

  @inlinable
  public init() {
    super.init(nil)
  }

  /// A cell that nobody can settle any more has one outcome left. Without this, whoever waits on it would
  /// wait for ever. The handlers are called in a loop, not here: a chain of a million abandoned cells would
  /// otherwise release itself recursively.
  @inlinable
  deinit {
    if state.isPending { tellUntold() }
  }

  /// Out of the deinit's way: what is generic in here is looked up at run time.
  @usableFromInline
  func tellUntold() {
    let handlers = state.takeUntold()
    if case .none = handlers { return }
    Trampoline.run(UntoldHandlers(handlers: handlers)) { $0.tell() }
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

  /// The outcome, once every handler has been called with it.
  @inlinable
  package var announcedOutcome: Outcome? {
    lock.withLock { _ in state.isSettled ? stored : nil }
  }

  /// Settles and tells the handlers. False, and no effect, where it was settled before.
  @inlinable
  @discardableResult
  public func settle(_ outcome: Outcome) -> Bool {
    guard decide(outcome) else { return false }
    announce()
    return true
  }

  /// Fixes the outcome without telling anybody yet: between this and ``announce()`` the winner stops the work
  /// and lets go of it, so that no handler ever sees the work still running.
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

  /// Calls the handler once with the outcome: now, if everybody else has been told, else in turn. A cell that
  /// goes away unsettled calls it with ``AbandonedError``.
  @inlinable
  public func whenSettled(_ handler: @escaping Handler) {
    let outcome = lock.withLock { _ in state.register(handler) ? nil : stored }
    if let outcome { handler(outcome) }
  }

  @inlinable
  func drain() {
    guard let outcome = stored else { return }
    while true {
      let handlers = lock.withLock { _ in state.takeHandlers() }
      if case .none = handlers { return }
      handlers(outcome)
    }
  }
}

/// The handlers that an unsettled cell leaves behind.
@usableFromInline
final class UntoldHandlers<Value: Sendable>: Sendable {
  @usableFromInline let handlers: SettlementState<Value>.Handlers

  @inlinable
  init(handlers: SettlementState<Value>.Handlers) {
    self.handlers = handlers
  }

  @inlinable
  func tell() { handlers(.failure(AbandonedError(origin: nil))) }
}

/// The exactly-once cell under every style: pending, then settled, with the handlers that wait for it.
///
/// Handlers are called in the order in which they were registered, by the thread that settles; one that is
/// registered after settlement is called by the thread that registers it. Where handlers are to run somewhere
/// else, ``Run`` sees to that.
package final class Settlement<Value: Sendable>: Sendable {
  package typealias Outcome = Result<Value, any Error>
  package typealias Handler = @Sendable (Outcome) -> Void

  private let state = Lock(SettlementState<Value>())

  package init() {}

  /// A cell that nobody can settle any more has one outcome left. Without this, whoever waits on it would
  /// wait for ever. The handlers are called in a loop, not here: a chain of a million abandoned cells would
  /// otherwise release itself recursively.
  deinit {
    let handlers = state.withLock { $0.takeUntold() }
    guard !handlers.isEmpty else { return }
    Trampoline.run(Untold(handlers: handlers))
  }

  package var outcome: Outcome? {
    state.withLock { $0.outcome }
  }

  /// Settles and tells the handlers. False, and no effect, where it was settled before.
  @discardableResult
  package func settle(_ outcome: Outcome) -> Bool {
    guard decide(outcome) else { return false }
    announce()
    return true
  }

  /// Fixes the outcome without telling anybody yet: between this and ``announce()`` the winner stops the work
  /// and lets go of it, so that no handler ever sees the work still running.
  package func decide(_ outcome: Outcome) -> Bool {
    state.withLock { $0.decide(outcome) }
  }

  package func announce() {
    Trampoline.run(self)
  }

  /// Calls the handler once with the outcome: now, if everybody else has been told, else in turn.
  package func whenSettled(_ handler: @escaping Handler) {
    guard let outcome = state.withLock({ $0.register(handler) }) else { return }
    handler(outcome)
  }

  private struct Untold: Drainable {
    let handlers: [Handler]

    func drain() {
      for handler in handlers { handler(.failure(AbandonedError(origin: nil))) }
    }
  }
}

extension Settlement: Drainable {
  func drain() {
    while let (outcome, handlers) = state.withLock({ $0.takeHandlers() }) {
      for handler in handlers { handler(outcome) }
    }
  }
}

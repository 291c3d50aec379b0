/// The exactly-once rule as a value: no lock, no side effect. Each event answers with what to do.
struct SettlementState<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, any Error>
  typealias Handler = @Sendable (Outcome) -> Void

  private enum Phase {
    /// Nobody has settled it. Handlers wait.
    case pending([Handler])
    /// The outcome is known, and somebody is calling the handlers, or is about to. Whoever registers now
    /// queues behind those that were there before.
    case announcing(Outcome, [Handler])
    /// The outcome is known and everybody has been told.
    case settled(Outcome)
  }

  private var phase = Phase.pending([])

  var outcome: Outcome? {
    switch phase {
    case .pending: nil
    case .announcing(let outcome, _), .settled(let outcome): outcome
    }
  }

  /// The first outcome wins; false for every later one.
  mutating func decide(_ outcome: Outcome) -> Bool {
    guard case .pending(let handlers) = phase else { return false }
    phase = .announcing(outcome, handlers)
    return true
  }

  /// The outcome to call the handler with at once, or nil where the handler waits.
  mutating func register(_ handler: @escaping Handler) -> Outcome? {
    switch phase {
    case .pending(var handlers):
      phase = .pending([])
      handlers.append(handler)
      phase = .pending(handlers)
      return nil
    case .announcing(let outcome, var handlers):
      phase = .announcing(outcome, [])
      handlers.append(handler)
      phase = .announcing(outcome, handlers)
      return nil
    case .settled(let outcome):
      return outcome
    }
  }

  /// The next handlers to call, or nil when all have been called.
  mutating func takeHandlers() -> (outcome: Outcome, handlers: [Handler])? {
    guard case .announcing(let outcome, let handlers) = phase else { return nil }
    phase = handlers.isEmpty ? .settled(outcome) : .announcing(outcome, [])
    return handlers.isEmpty ? nil : (outcome, handlers)
  }

  /// The handlers of a cell that goes away unsettled.
  mutating func takeUntold() -> [Handler] {
    guard case .pending(let handlers) = phase else { return [] }
    phase = .pending([])
    return handlers
  }
}

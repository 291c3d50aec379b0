public import Errands

extension AsyncOperation {
  /// How it ended, or nil while it has not.
  public final var outcome: Result<Value, any Error>? { typedRun.outcome }

  /// Waits for the operation and gives its value, or throws its error. No handler is waited for.
  ///
  /// A waiting task that is cancelled leaves at once with `CancellationError`, and the operation goes on. An operation
  /// that no queue runs is waited for until it is freed.
  ///
  /// - Throws: The operation's error; `AbandonedError` where it is freed without having been run.
  public final var value: Value {
    get async throws {
      try await untilEnded()
      // No awaiter is woken before there is an outcome.
      return try typedRun.outcome?.get() ?? { throw AbandonedError(origin: nil) }()
    }
  }

  /// Calls the handler once with the outcome, where `delivery` says. By then the operation has finished; or
  /// it will, without having worked, when its turn in Foundation's queue has come.
  public final func whenSettled(
    on delivery: Delivery,
    _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    typedRun.noteOutcome(for: delivery)
    whenEnded(as: delivery.kind) { [typedRun] _ in typedRun.tell(on: delivery, handler) }
  }

  /// Calls the handler on the main actor with the outcome.
  public final func whenSettled(_ handler: @escaping @MainActor (Result<Value, any Error>) -> Void) {
    whenSettled(on: .mainActor) { outcome in MainActor.assumeIsolated { handler(outcome) } }
  }

  /// Calls the handler with its owner and the outcome, unless the owner is gone by then. Neither the
  /// operation nor the handler keeps the owner alive.
  public final func whenSettled<Owner: AnyObject & Sendable>(
    for owner: Owner,
    on delivery: Delivery,
    _ handler: @escaping @Sendable (Owner, Result<Value, any Error>) -> Void
  ) {
    typedRun.noteOutcome(for: delivery)
    whenEnded(as: delivery.kind) { [typedRun, weak owner] _ in
      if let owner { typedRun.tell(owner, on: delivery, handler) }
    }
  }

  /// Calls the handler on the main actor with its owner and the outcome, unless the owner is gone by then.
  public final func whenSettled<Owner: AnyObject & Sendable>(
    for owner: Owner,
    _ handler: @escaping @MainActor (Owner, Result<Value, any Error>) -> Void
  ) {
    whenSettled(for: owner, on: .mainActor) { owner, outcome in
      MainActor.assumeIsolated { handler(owner, outcome) }
    }
  }
}

extension Run {
  /// Calls the handler with its owner and the outcome, unless the owner is gone by then. Neither the run nor
  /// the handler keeps the owner alive.
  public func whenSettled<Owner: AnyObject & Sendable>(
    for owner: Owner,
    on delivery: Delivery,
    _ handler: @escaping @Sendable (Owner, Outcome) -> Void
  ) {
    deliver(to: owner, on: delivery) { owner, outcome in handler(owner, outcome) }
  }

  /// Calls the handler on the main actor with its owner and the outcome, unless the owner is gone by then.
  public func whenSettled<Owner: AnyObject & Sendable>(
    for owner: Owner,
    _ handler: @escaping @MainActor (Owner, Outcome) -> Void
  ) {
    deliver(to: owner, on: .mainActor) { owner, outcome in
      MainActor.assumeIsolated { handler(owner, outcome) }
    }
  }

  /// Calls the handler on the main actor with the outcome.
  public func whenSettled(_ handler: @escaping @MainActor (Outcome) -> Void) {
    whenSettled(on: .mainActor) { outcome in
      MainActor.assumeIsolated { handler(outcome) }
    }
  }

  private func deliver<Owner: AnyObject & Sendable>(
    to owner: Owner,
    on delivery: Delivery,
    _ handler: @escaping @Sendable (Owner, Outcome) -> Void
  ) {
    // An actor that is owner and executor at once goes with its work.
    let dropped: @Sendable () -> Void = { [weak owner] in
      if owner == nil { self.trace(.ownerGone) }
    }
    let deliver: @Sendable (Outcome) -> Void = { [weak owner] outcome in
      guard let owner else { return self.trace(.ownerGone) }
      self.trace(.delivered)
      handler(owner, outcome)
    }
    if delivery.isPrompt { return handOver(to: delivery, dropped: dropped, deliver) }
    noteOutcome(for: delivery)
    settlement.whenSettled { outcome in
      self.join(delivery, dropped: dropped) { deliver(outcome) }
    }
  }
}

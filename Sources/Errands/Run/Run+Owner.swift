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
    let (deliver, dropped) = bind(handler, to: owner)
    if delivery.isPrompt { return handOver(to: delivery, dropped: dropped, deliver) }
    noteOutcome(for: delivery)
    settlement.whenSettled { outcome in
      self.enqueue(delivery, dropped: dropped) { deliver(outcome) }
    }
  }

  /// As ``tell(on:_:)``, unless the owner is gone by then.
  package func tell<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    on delivery: Delivery,
    _ handler: @escaping @Sendable (Owner, Outcome) -> Void
  ) {
    guard let outcome else { return }
    let (deliver, dropped) = bind(handler, to: owner)
    enqueue(delivery, dropped: dropped) { deliver(outcome) }
  }

  /// The handler for as long as the owner lives, and what is to be done where the executor throws it away: an
  /// actor that is owner and executor at once goes with its work.
  private func bind<Owner: AnyObject & Sendable>(
    _ handler: @escaping @Sendable (Owner, Outcome) -> Void,
    to owner: Owner
  ) -> (deliver: @Sendable (Outcome) -> Void, dropped: @Sendable () -> Void) {
    let deliver: @Sendable (Outcome) -> Void = { [weak owner] outcome in
      guard let owner else { return self.trace(.ownerGone) }
      self.trace(.delivered)
      handler(owner, outcome)
    }
    let dropped: @Sendable () -> Void = { [weak owner] in
      if owner == nil { self.trace(.ownerGone) }
    }
    return (deliver, dropped)
  }
}

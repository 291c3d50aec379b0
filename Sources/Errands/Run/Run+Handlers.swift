extension Run {
  /// Calls the handler once with the outcome, where `delivery` says. It is never called inside this call,
  /// unless the delivery is ``Delivery/immediate``.
  @inlinable
  public func whenSettled(on delivery: Delivery, _ handler: @escaping @Sendable (Outcome) -> Void) {
    whenSettled(on: delivery, dropped: {}, handler)
  }

  /// - Parameter dropped: Called instead, where the executor throws the handler away.
  @inlinable
  func whenSettled(
    on delivery: Delivery,
    dropped: @escaping @Sendable () -> Void,
    _ handler: @escaping @Sendable (Outcome) -> Void
  ) {
    if delivery.isImmediate { return whenSettledOnTheSpot(handler) }
    if delivery.isPrompt {
      return handOver(to: delivery, dropped: dropped) { outcome in
        self.trace(.delivered)
        handler(outcome)
      }
    }
    noteOutcome(for: delivery)
    settlement.whenSettled { outcome in self.waitToTell(handler, outcome, on: delivery, dropped: dropped) }
  }

  /// The way that most handlers go.
  @inlinable
  func whenSettledOnTheSpot(_ handler: @escaping @Sendable (Outcome) -> Void) {
    guard let outcome = settlement.register(handler, as: .spot) else { return }
    // A handler may register the next one, with a run that has settled, too.
    if Trampoline.hasRoom { tellOnTheSpot(handler, outcome) } else { tellLater(handler, outcome) }
  }

  @usableFromInline
  func tellLater(_ handler: @escaping @Sendable (Outcome) -> Void, _ outcome: Outcome) {
    Trampoline.callLater { self.tellOnTheSpot(handler, outcome) }
  }

  /// Mostly the queue is empty before the handler, and no item has to be made for it.
  @inlinable
  func tellOnTheSpot(_ handler: @escaping @Sendable (Outcome) -> Void, _ outcome: Outcome) {
    guard tryToBegin() else { return waitToTell(handler, outcome) }
    trace(.delivered)
    handler(outcome)
    endTurn()
  }

  /// Tells those of the handlers that lie at these places, in one turn. Where each took its own, one that was registered
  /// meanwhile came before the next of them: the settling thread leaves handlers that take long to another one, and then
  /// the run counts as told.
  @inlinable
  func tellOnTheSpot(
    _ entries: [SettlementState<Value>.Handlers.Entry],
    _ places: [Int],
    _ outcome: Outcome
  ) {
    let hasTurn = tryToBegin()
    // An owner's takes its turn by itself, and so those beside it have to wait for theirs, too.
    let takeTurns = !hasTurn || places.contains { entries[$0].kind.isOwned }
    for place in places {
      let entry = entries[place]
      if entry.kind.isOwned {
        entry.handler(outcome)
      } else if takeTurns {
        waitToTell(entry.handler, outcome)
      } else {
        trace(.delivered)
        entry.handler(outcome)
      }
    }
    if hasTurn { endTurn() }
  }

  @usableFromInline
  func waitToTell(
    _ handler: @escaping @Sendable (Outcome) -> Void,
    _ outcome: Outcome,
    on delivery: Delivery = .immediate,
    dropped: @escaping @Sendable () -> Void = {}
  ) {
    enqueue(delivery, dropped: dropped) {
      self.trace(.delivered)
      handler(outcome)
    }
  }

  /// Tells the handler an outcome that is known: in its turn on its executor, and not behind the settlement's
  /// handlers, one of which may be the cause of the call.
  package func tell(on delivery: Delivery, _ handler: @escaping @Sendable (Outcome) -> Void) {
    guard let outcome else { return }
    if delivery.isImmediate { return tellOnTheSpot(handler, outcome) }
    waitToTell(handler, outcome, on: delivery)
  }

  /// Handed over before the handlers on the spot are called, as one of those may take long.
  @usableFromInline
  func handOver(
    to delivery: Delivery,
    dropped: @escaping @Sendable () -> Void = {},
    _ handler: @escaping @Sendable (Outcome) -> Void
  ) {
    noteOutcome(for: delivery)
    let deliver: @Sendable () -> Void = {
      guard let outcome = self.outcome else { return }
      self.enqueue(delivery, dropped: dropped) { handler(outcome) }
    }
    if !settlement.add(WaitingCall { _ in deliver() }) { deliver() }
  }
}

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

  /// - Parameter dropped: Called instead, where the owner is gone or the executor throws the handler away.
  func deliver<Owner: AnyObject & Sendable>(
    to owner: Owner,
    on delivery: Delivery,
    dropped: @escaping @Sendable () -> Void = {},
    _ handler: @escaping @Sendable (Owner, Outcome) -> Void
  ) {
    let (deliver, dropped) = bind(handler, to: owner, dropped: dropped)
    if delivery.isPrompt { return handOver(to: delivery, dropped: dropped, deliver) }
    noteOutcome(for: delivery)
    settlement.whenSettled(as: delivery.isImmediate ? .owned : .queued) { outcome in
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
    to owner: Owner,
    dropped: @escaping @Sendable () -> Void = {}
  ) -> (deliver: @Sendable (Outcome) -> Void, dropped: @Sendable () -> Void) {
    let deliver: @Sendable (Outcome) -> Void = { [weak owner] outcome in
      guard let owner else {
        self.trace(.ownerGone)
        return dropped()
      }
      self.trace(.delivered)
      handler(owner, outcome)
    }
    let thrownAway: @Sendable () -> Void = { [weak owner] in
      if owner == nil { self.trace(.ownerGone) }
      dropped()
    }
    return (deliver, thrownAway)
  }
}

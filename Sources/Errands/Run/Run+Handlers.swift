extension Run {
  /// Calls the handler once with the outcome, where `delivery` says. It is never called inside this call,
  /// unless the delivery is ``Delivery/immediate``.
  @inlinable
  public func whenSettled(on delivery: Delivery, _ handler: @escaping @Sendable (Outcome) -> Void) {
    if delivery.isImmediate { return whenSettledOnTheSpot(handler) }
    if delivery.isPrompt {
      return handOver(to: delivery) { outcome in
        self.trace(.delivered)
        handler(outcome)
      }
    }
    noteOutcome(for: delivery)
    settlement.whenSettled { outcome in self.waitToTell(handler, outcome, on: delivery) }
  }

  /// The way that most handlers go.
  @inlinable
  func whenSettledOnTheSpot(_ handler: @escaping @Sendable (Outcome) -> Void) {
    if let outcome = settlement.register(handler, as: .spot) { tellOnTheSpot(handler, outcome) }
  }

  /// Mostly the queue is empty before the handler, and no item has to be made for it.
  @inlinable
  func tellOnTheSpot(_ handler: @escaping @Sendable (Outcome) -> Void, _ outcome: Outcome) {
    guard tryToBegin() else { return waitToTell(handler, outcome) }
    trace(.delivered)
    handler(outcome)
    endTurn()
  }

  @usableFromInline
  func waitToTell(
    _ handler: @escaping @Sendable (Outcome) -> Void,
    _ outcome: Outcome,
    on delivery: Delivery = .immediate
  ) {
    enqueue(delivery) {
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

extension Run {
  /// Calls the handler once with the outcome, where `delivery` says. It is never called inside this call,
  /// unless the delivery is ``Delivery/immediate``.
  @inlinable
  public func whenSettled(on delivery: Delivery, _ handler: @escaping @Sendable (Outcome) -> Void) {
    if delivery.isPrompt {
      return handOver(to: delivery) { outcome in
        self.trace(.delivered)
        handler(outcome)
      }
    }
    if !delivery.isImmediate { noteOutcome(for: delivery) }
    settlement.whenSettled(isOnTheSpot: delivery.isImmediate) { outcome in
      // The way that most handlers go: nobody is before them in the line, and no item is needed to stand in
      // it.
      guard delivery.isImmediate, self.takeTurn() else {
        return self.join(delivery) {
          self.trace(.delivered)
          handler(outcome)
        }
      }
      self.trace(.delivered)
      handler(outcome)
      self.endTurn()
    }
  }

  /// Handed over before the handlers on the spot are called, of which one may take long.
  @usableFromInline
  func handOver(
    to delivery: Delivery,
    dropped: @escaping @Sendable () -> Void = {},
    _ handler: @escaping @Sendable (Outcome) -> Void
  ) {
    noteOutcome(for: delivery)
    let deliver: @Sendable () -> Void = {
      guard let outcome = self.outcome else { return }
      self.join(delivery, dropped: dropped) { handler(outcome) }
    }
    if !settlement.add(WaitingCall { _ in deliver() }) { deliver() }
  }
}

extension Run {
  /// Calls the handler once with the outcome, where `delivery` says. It is never called inside this call,
  /// unless the delivery is ``Delivery/immediate``.
  @inlinable
  public func whenSettled(on delivery: Delivery, _ handler: @escaping @Sendable (Outcome) -> Void) {
    settlement.whenSettled { outcome in
      // The way that most handlers go: nobody is before them in the line, and no item is needed to stand in it.
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
}

extension Run {
  /// Calls the handler once with the outcome, where `delivery` says. It is never called inside this call,
  /// unless the delivery is ``Delivery/immediate``.
  public func whenSettled(on delivery: Delivery, _ handler: @escaping @Sendable (Outcome) -> Void) {
    handle(on: delivery) { outcome in
      self.trace(.delivered)
      handler(outcome)
    }
  }

  func handle(
    on delivery: Delivery,
    dropped: @escaping @Sendable () -> Void = {},
    _ call: @escaping @Sendable (Outcome) -> Void
  ) {
    settlement.whenSettled { outcome in
      self.join(delivery, dropped: dropped) { call(outcome) }
    }
  }

  /// Calls the handler with the newest progress, where `delivery` says, until the run settles; the last report
  /// comes before the outcome.
  public func onProgress(on delivery: Delivery, _ handler: @escaping @Sendable (RunProgress) -> Void) {
    let observer = ProgressObserver(delivery: delivery, call: handler)
    if state.withLock({ $0.add(observer) }) { send(to: [observer]) }
  }

  package func report(_ report: RunProgress) {
    guard let (progress, observers) = state.withLock({ $0.take(report) }) else { return }
    trace(.progress(progress))
    send(to: observers)
  }

  private func send(to observers: [ProgressObserver]) {
    for observer in observers {
      let item = DeliveryLine.Item(
        delivery: observer.delivery,
        call: { observer.deliver { self.progress } },
        dropped: { observer.dropped() }
      )
      // In one step with the question whether the run has ended, or the outcome could slip in between.
      if let item = state.withLock({ $0.join(item, for: observer) }) { begin(item) }
    }
  }

  func join(
    _ delivery: Delivery,
    dropped: @escaping @Sendable () -> Void = {},
    _ call: @escaping @Sendable () -> Void
  ) {
    let item = DeliveryLine.Item(delivery: delivery, call: call, dropped: dropped)
    if let item = state.withLock({ $0.line.join(item) }) { begin(item) }
  }

  /// Joins the line on the way to the outcome. False, and the item is not called, where the run has ended: its
  /// owner has been told, or is about to be.
  func joinBeforeOutcome(_ item: DeliveryLine.Item) -> Bool {
    let (joins, first) = state.withLock { state in
      state.isRunning ? (true, state.line.join(item)) : (false, nil)
    }
    if let first { begin(first) }
    return joins
  }

  /// Immediate items follow one another in a loop, so that a thousand of them need one stack frame.
  private func begin(_ first: DeliveryLine.Item) {
    var current: DeliveryLine.Item? = first
    while let item = current {
      guard let enqueue = item.delivery.enqueue else {
        item.call()
        current = state.withLock { $0.line.advance() }
        continue
      }
      let ticket = DeliveryTicket(item) {
        if let next = self.state.withLock({ $0.line.advance() }) {
          Trampoline.run(Turn(run: self, item: next))
        }
      }
      return enqueue { ticket.use() }
    }
  }

  /// Begins in a loop: an executor that calls or drops its work at once would need a stack frame for each.
  private struct Turn: Drainable {
    let run: Run
    let item: DeliveryLine.Item

    func drain() { run.begin(item) }
  }
}

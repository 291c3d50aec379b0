extension AnyRun {
  /// Joins the run's line of deliveries.
  @usableFromInline
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

  /// Takes a turn on the spot. False where somebody is before one. After the turn comes ``endTurn()``.
  @usableFromInline
  func takeTurn() -> Bool {
    state.withLock { $0.line.takeTurn() }
  }

  @usableFromInline
  func endTurn() {
    if let next = state.withLock({ $0.line.advance() }) { begin(next) }
  }

  /// Immediate items follow one another in a loop, so that a thousand of them need one stack frame.
  func begin(_ first: DeliveryLine.Item) {
    var current: DeliveryLine.Item? = first
    while let item = current {
      guard let enqueue = item.delivery.enqueue else {
        item.call()
        current = state.withLock { $0.line.advance() }
        continue
      }
      let ticket = DeliveryTicket(item) {
        if let next = self.state.withLock({ $0.line.advance() }) {
          Trampoline.run(Turn(run: self, item: next)) { $0.begin() }
        }
      }
      return enqueue { ticket.use() }
    }
  }

  /// Begins in a loop: an executor that calls or drops its work at once would need a stack frame for each.
  private final class Turn: Sendable {
    private let run: AnyRun
    private let item: DeliveryLine.Item

    init(run: AnyRun, item: DeliveryLine.Item) {
      self.run = run
      self.item = item
    }

    func begin() { run.begin(item) }
  }
}

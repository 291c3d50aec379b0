extension AnyRun {
  /// Joins the run's delivery queue for this executor.
  @usableFromInline
  package final func enqueue(
    _ delivery: Delivery,
    dropped: @escaping @Sendable () -> Void = {},
    _ call: @escaping @Sendable () -> Void
  ) {
    let item = DeliveryQueue.Item.handler(delivery, call: call, dropped: dropped)
    if let item = state.withLock({ $0.deliveries.enqueue(item) }) { deliverInside(item) }
  }

  /// Notes that a handler is to be told the outcome there: a report that waits there is delivered before,
  /// even when the run has ended.
  @usableFromInline
  package func noteOutcome(for delivery: Delivery) {
    state.withLock { $0.deliveries.noteOutcome(for: delivery.executor) }
  }

  /// Joins the delivery queue on the way to the outcome. False, and the item is not called, where the run has
  /// ended: its owner has been told, or is about to be.
  func enqueueBeforeOutcome(_ item: DeliveryQueue.Item) -> Bool {
    let (joins, first) = state.withLock { state in
      state.isRunning ? (true, state.deliveries.enqueue(item)) : (false, nil)
    }
    if let first { deliver(first) }
    return joins
  }

  /// Whether a report, or a handler on the spot, has the run's turn.
  package final var isHandingOver: Bool { state.withLock { $0.deliveries.immediate.isUnderWay } }

  /// Takes a turn on the spot. False where another delivery comes first. After the turn comes ``endTurn()``.
  @usableFromInline
  package final func tryToBegin() -> Bool {
    state.withLock { $0.deliveries.immediate.tryToBegin() }
  }

  @usableFromInline
  package final func endTurn() {
    if let next = state.withLock({ $0.deliveries.immediate.advance() }) { deliver(next) }
  }

  /// Immediate items follow one another in a loop, so that a thousand of them need one stack frame.
  func deliver(_ first: DeliveryQueue.Item) {
    var current: DeliveryQueue.Item? = first
    while let item = current {
      let delivery = item.delivery
      guard let enqueue = delivery.enqueue else {
        item.call(for: self)
        current = state.withLock { $0.deliveries.immediate.advance() }
        continue
      }
      let advance: @Sendable () -> Void = { self.advance(delivery.executor) }
      let once = OnceGuard(
        call: {
          item.call(for: self)
          advance()
        },
        dropped: {
          item.dropped()
          advance()
        }
      )
      return enqueue { once() }
    }
  }

  private func advance(_ executor: ObjectIdentifier?) {
    // An executor that calls or drops its work at once needs a stack frame for each.
    if let next = state.withLock({ $0.deliveries.advance(executor) }) { deliverInside(next) }
  }

  /// Delivers it now, as far as the stack goes: errands inside one another report to one another inside the
  /// call.
  func deliverInside(_ item: DeliveryQueue.Item) {
    if Trampoline.hasRoom { return deliver(item) }
    Trampoline.run(Turn(run: self, item: item)) { $0.begin() }
  }

  private final class Turn: Sendable {
    private let run: AnyRun
    private let item: DeliveryQueue.Item

    init(run: AnyRun, item: DeliveryQueue.Item) {
      self.run = run
      self.item = item
    }

    func begin() { run.deliver(item) }
  }
}

extension EagerSettlement {
  @usableFromInline
  package final var source: (any Upstream)? {
    lock.withLock { _ in work.upstream }
  }

  /// Tells how far the work that the outcome comes from is by now, where it says so.
  ///
  /// The handler hears of the work that is under way when it is registered; not of what a later link begins,
  /// and not of what goes on for others when this cell has been cancelled.
  @usableFromInline
  package final func observeProgress(
    on delivery: Delivery,
    _ handler: @escaping @Sendable (RunProgress) -> Void
  ) {
    guard let origin = source?.origin else { return }
    let observation = ProgressObservation(delivery)
    guard add(observation) else { return }
    origin.observeProgress(on: delivery) { progress in
      if observation.isOpen { handler(progress) }
    }
  }
}

/// Ends with the cell that it belongs to: no report follows the outcome.
///
/// On a queue of the system's, which keeps the order, the end stands in line behind the reports that are on their way,
/// and before the handlers that are called there. Of somebody else's executor nothing is known, and what has not begun
/// there is dropped.
private final class ProgressObservation: Waiter, @unchecked Sendable {
  // Sendable: what changes lies behind a lock.
  private let delivery: Delivery
  private let state = Lock(true)

  init(_ delivery: Delivery) {
    self.delivery = delivery
    super.init()
  }

  override var counts: Bool { false }

  var isOpen: Bool { state.withLock { $0 } }

  override func wake(_ failure: (any Error)?) {
    let close: @Sendable () -> Void = { self.state.withLock { $0 = false } }
    if delivery.isPrompt, let enqueue = delivery.enqueue { enqueue(close) } else { close() }
  }
}

extension Delivery {
  /// Calls the work, or hands it over.
  @usableFromInline
  package func call(_ work: @escaping @Sendable () -> Void) {
    if let enqueue { enqueue(work) } else { work() }
  }

  /// Hands work over whose end `cell` waits for. Where the executor throws the work away instead of calling it
  /// (an operation queue that is cancelled does), the cell is abandoned with it.
  @usableFromInline
  package func call<Value: Sendable>(
    for cell: EagerSettlement<Value>,
    _ work: @escaping @Sendable () -> Void
  ) {
    guard let enqueue else { return work() }
    let ticket = EagerTicket { cell.settle(.failure(Abandonment(origin: nil))) }
    enqueue { ticket.use(work) }
  }
}

/// Tells, by its end, that work has been thrown away. What work has begun is settled by whatever it waits for:
/// a handler that answered with a pending promise was once taken for one that had been lost.
private final class EagerTicket: Sendable {
  private let isUsed = Lock(false)
  private let lost: @Sendable () -> Void

  init(_ lost: @escaping @Sendable () -> Void) {
    self.lost = lost
  }

  deinit {
    if !isUsed.withLock({ $0 }) { lost() }
  }

  func use(_ work: @Sendable () -> Void) {
    isUsed.withLock { $0 = true }
    work()
  }
}

extension EagerSettlement {
  @usableFromInline
  package final var source: (any Upstream)? {
    lock.withLock { _ in work.upstream }
  }

  /// Tells how far the work that the outcome comes from is by now, where it says so.
  ///
  /// The handler hears of the work that is under way when it is registered; not of what a later link begins,
  /// and not of what goes on for others when this cell has been cancelled.
  ///
  /// - Returns: What lets go of the handler when it is cancelled; nil where there is nothing to hear.
  @usableFromInline
  @discardableResult
  package final func observeProgress(
    on delivery: Delivery,
    _ handler: @escaping @Sendable (RunProgress) -> Void
  ) -> (any Cancellable)? {
    guard let origin = source?.origin else { return nil }
    let observation = ProgressObservation(delivery)
    guard add(observation) else { return nil }
    let source = origin.observeProgress(on: delivery) { progress in
      if observation.isOpen { handler(progress) }
    }
    if let source { observation.keep(source) }
    return Observation(cell: self, observation: observation)
  }
}

private struct Observation<Value: Sendable>: Cancellable {
  let cell: EagerSettlement<Value>
  let observation: ProgressObservation

  func cancel() { cell.remove(observation) }
}

/// Ends with the cell that it belongs to: no report follows the outcome.
///
/// On a queue of the system's, which keeps the order, the end stands in line behind the reports that are on their way,
/// and before the handlers that are called there. Of somebody else's executor nothing is known, and what has not begun
/// there is dropped.
private final class ProgressObservation: Waiter, @unchecked Sendable {
  // Sendable: what changes lies behind a lock.
  private let delivery: Delivery
  private let state = Lock<(isOpen: Bool, source: (any Cancellable)?)>((true, nil))

  init(_ delivery: Delivery) {
    self.delivery = delivery
    super.init()
  }

  override var counts: Bool { false }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// What is to be told that nobody listens any more, where that is not the end of all.
  func keep(_ source: any Cancellable) {
    let isOpen = state.withLock { state in
      if state.isOpen { state.source = source }
      return state.isOpen
    }
    if !isOpen { source.cancel() }
  }

  override func leave() { close()?.cancel() }

  private func close() -> (any Cancellable)? {
    state.withLock { state in
      state.isOpen = false
      return state.source.take()
    }
  }

  override func wake(_ failure: (any Error)?) {
    let close: @Sendable () -> Void = { _ = self.close() }
    if delivery.isPrompt, let enqueue = delivery.enqueue { enqueue(close) } else { close() }
  }
}

import Errands

extension EagerSettlement {
  /// Tells how far the work that the outcome comes from has come, where it reports that.
  ///
  /// The handler hears of the work that is under way when it is registered; not of what a later link begins,
  /// and not of what goes on for other cells when this one has been cancelled.
  ///
  /// - Returns: What frees the handler when it is cancelled; nil where there is nothing to hear.
  @usableFromInline
  @discardableResult
  package final func observeProgress(
    on delivery: Delivery,
    _ handler: @escaping @Sendable (RunProgress) -> Void
  ) -> (any Cancellable)? {
    guard let run = source?.origin as? AnyRun else { return nil }
    let observation = ProgressObservation(of: run, on: delivery, handler)
    let waiter = WaitingCall(counts: false) { [weak self] _ in
      if !observation.end() { self?.deferHandlers(behind: run) }
    }
    guard add(waiter) else { return nil }
    observation.begin()
    return Observation(cell: self, waiter: waiter, observation: observation)
  }

  /// What is told on the spot waits for the report that an observer is still to be told there.
  private func deferHandlers(behind run: AnyRun) {
    lock.withLock { _ in
      state.flags.insert(.defersHandlers)
      if let crowd = state.crowd, crowd.reporting == nil { crowd.reporting = run }
    }
  }
}

private struct Observation<Value: Sendable>: Cancellable {
  let cell: EagerSettlement<Value>
  let waiter: Waiter
  let observation: ProgressObservation

  func cancel() {
    if cell.remove(waiter) { observation.leave() }
  }
}

/// Ends with the cell that it belongs to: no report follows the outcome.
///
/// On a queue of the system's, which keeps the order, the end waits behind the reports that are on their way, and before
/// the handlers that are called there; the last report comes with it, where the one before is being told only now. So it
/// does on the spot, where a report is being told, to this observer or to one before it. Of an executor of the user's
/// nothing is known, and a report that has not begun there is dropped.
private final class ProgressObservation: Sendable {
  private struct State: Sendable {
    var isOpen = true
    var isTelling = false
    var told: RunProgress?
    /// How far the work had come at the end; it may go on for other cells.
    var last: RunProgress?
    var observer: ProgressObserver?

    /// What is to be told now. Not twice at once: on a concurrent queue the last report may come while another one is
    /// being told, and is dropped.
    mutating func begin(_ progress: RunProgress?, isEnd: Bool) -> RunProgress? {
      let progress = last ?? progress
      guard isOpen else { return nil }
      isOpen = !isEnd
      guard let progress, progress != told, !isTelling else { return nil }
      (told, isTelling) = (progress, true)
      return progress
    }
  }

  private let run: AnyRun
  private let delivery: Delivery
  private let handler: @Sendable (RunProgress) -> Void
  private let state = Lock(State())

  init(of run: AnyRun, on delivery: Delivery, _ handler: @escaping @Sendable (RunProgress) -> Void) {
    self.run = run
    self.delivery = delivery
    self.handler = handler
  }

  func begin() {
    // Reports that are on their way when the run settles are dropped here, where that is the cell's end, too. Not for an
    // executor of the user's: each is another one, and the run would keep its entry until it ends.
    if delivery.isImmediate || delivery.isPrompt { run.noteOutcome(for: delivery) }
    let observer = ProgressObserver(delivery: delivery) { [weak self] in self?.tell($0) }
    let isOpen = state.withLock { state in
      if state.isOpen { state.observer = observer }
      return state.isOpen
    }
    if isOpen { run.add(observer) }
  }

  private func tell(_ progress: RunProgress?, isEnd: Bool = false) {
    guard let due = state.withLock({ $0.begin(progress, isEnd: isEnd) }) else { return }
    handler(due)
    state.withLock { $0.isTelling = false }
  }

  func leave() {
    let observer = state.withLock { state in
      state.isOpen = false
      return state.observer.take()
    }
    if let observer { run.remove(observer) }
  }

  /// The cell has its outcome. False where a report is still to be told on the spot, or is being told.
  func end() -> Bool {
    let (last, isHandingOver) = (run.progress, run.isHandingOver)
    let isTold = state.withLock { state in
      state.last = last
      let isTold = !delivery.isImmediate || !state.isTelling && (last == state.told || !isHandingOver)
      // At once, or a report could begin before it leaves, and be told beside the outcome.
      if isTold, !delivery.isPrompt { state.isOpen = false }
      return isTold
    }
    let leave: @Sendable () -> Void = {
      self.tell(nil, isEnd: true)
      self.leave()
    }
    if !isTold {
      run.enqueue(.immediate, leave)
    } else if delivery.isPrompt, let enqueue = delivery.enqueue {
      enqueue(leave)
    } else {
      self.leave()
    }
    return isTold
  }
}

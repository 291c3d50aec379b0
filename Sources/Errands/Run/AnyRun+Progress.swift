extension AnyRun {
  /// Calls the handler with the newest progress, where `delivery` says, until the run settles; where the
  /// outcome is told there, too, the last report comes before it. A slow handler gets the newest report and
  /// no backlog; a handler that is registered late gets the newest first.
  public final func onProgress(on delivery: Delivery, _ handler: @escaping @Sendable (RunProgress) -> Void) {
    add(ProgressObserver(delivery: delivery, call: handler))
  }

  /// Calls `report` on the spot, for a run that is told this one's outcome by the settlement itself. The last
  /// report may then wait in the delivery queue, behind one that another thread has in hand: it is made, once
  /// more, before the outcome is told.
  @usableFromInline
  final func passOnProgress(to report: @escaping @Sendable (RunProgress) -> Void) {
    add(ProgressObserver(delivery: .immediate, passesOn: true, call: report))
  }

  package final func add(_ observer: ProgressObserver) {
    if let item = state.withLock({ $0.add(observer) }) { deliverInside(item) }
  }

  /// The observer hears no more, and nothing is left of it.
  package final func remove(_ observer: ProgressObserver) {
    observer.leave()
    _ = state.withLock { $0.observerLeft() }
  }

  @usableFromInline
  package final func report(_ report: RunProgress) {
    guard let report = state.withLock({ $0.take(report) }) else { return }
    trace(.progress(report.progress))
    if let first = report.first { deliverInside(first) }
    for item in report.others { deliverInside(item) }
  }

  /// What an observer is told in its turn. When the run has ended, nothing, unless the outcome is told there
  /// too: then the last report comes before it.
  final func newestReport(for delivery: Delivery) -> RunProgress? {
    let (progress, isDue) = state.withLock { state in
      (state.progress, state.isRunning || state.deliveries.bringsOutcome(to: delivery.executor))
    }
    return isDue || delivery.isImmediate && isToldOnTheSpot ? progress : nil
  }
}

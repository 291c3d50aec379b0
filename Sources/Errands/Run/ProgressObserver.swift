/// One who wants to know how far a run is. It has at most one report on its way; what is reported meanwhile
/// replaces it, so a slow observer gets fewer reports and never a backlog.
final class ProgressObserver: Sendable {
  let delivery: Delivery
  private let call: @Sendable (RunProgress) -> Void
  private let state = Lock<(isQueued: Bool, last: RunProgress?)>((false, nil))

  init(delivery: Delivery, call: @escaping @Sendable (RunProgress) -> Void) {
    self.delivery = delivery
    self.call = call
  }

  /// True where no report is on its way yet, so that one has to be sent.
  func queue() -> Bool {
    state.withLock { state in
      defer { state.isQueued = true }
      return !state.isQueued
    }
  }

  /// The report on its way was thrown away by its executor; the next one is sent again.
  func dropped() {
    state.withLock { $0.isQueued = false }
  }

  /// The observer's turn: reads the newest progress only now. A report that was taken while this one was read
  /// comes round once more, and says nothing new.
  func deliver(_ newest: () -> RunProgress?) {
    state.withLock { $0.isQueued = false }
    guard let progress = newest() else { return }
    let isNew = state.withLock { state in
      defer { state.last = progress }
      return state.last != progress
    }
    if isNew { call(progress) }
  }
}

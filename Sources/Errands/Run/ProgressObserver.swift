/// One who wants to know how far a run is. It has at most one report on its way; what is reported meanwhile
/// replaces it, so a slow observer gets fewer reports and never a backlog.
final class ProgressObserver: Sendable {
  let delivery: Delivery
  private let call: @Sendable (RunProgress) -> Void
  private let isQueued = Lock(false)

  init(delivery: Delivery, call: @escaping @Sendable (RunProgress) -> Void) {
    self.delivery = delivery
    self.call = call
  }

  /// True where no report is on its way yet, so that one has to be sent.
  func queue() -> Bool {
    isQueued.withLock { isQueued in
      defer { isQueued = true }
      return !isQueued
    }
  }

  /// The observer's turn: reads the newest progress only now.
  func deliver(_ newest: () -> RunProgress?) {
    isQueued.withLock { $0 = false }
    if let progress = newest() { call(progress) }
  }
}

/// An observer of a run's progress. It has at most one report on its way; what is reported meanwhile replaces
/// it, so a slow observer gets fewer reports and never a backlog.
package final class ProgressObserver: Sendable {
  private struct State: Sendable {
    /// Nil when it has left.
    var call: (@Sendable (RunProgress) -> Void)?
    var isQueued = false
    var last: RunProgress?
  }

  let delivery: Delivery
  /// Whether it passes reports on to who is told the outcome past the delivery queue.
  let passesOn: Bool
  private let state: Lock<State>

  package init(
    delivery: Delivery,
    passesOn: Bool = false,
    call: @escaping @Sendable (RunProgress) -> Void
  ) {
    self.delivery = delivery
    self.passesOn = passesOn
    state = Lock(State(call: call))
  }

  var hasLeft: Bool { state.withLock { $0.call == nil } }

  /// It hears no more, and its handler is let go of.
  func leave() {
    // Freed outside the lock.
    _ = state.withLock { state in
      defer { state.call = nil }
      return state
    }
  }

  /// True where no report is on its way yet, so that one has to be sent.
  func queue() -> Bool {
    state.withLock { state in
      defer { state.isQueued = true }
      return !state.isQueued
    }
  }

  /// The executor threw away the report on its way; the next report is sent again.
  func dropped() {
    state.withLock { $0.isQueued = false }
  }

  /// The observer's turn: reads the newest progress only now. A report that was taken while this one was read
  /// comes round once more, and says nothing new.
  func deliver(_ newest: () -> RunProgress?) {
    state.withLock { $0.isQueued = false }
    guard let progress = newest() else { return }
    let former = state.withLock { state in
      defer { state.last = progress }
      return state
    }
    if former.last != progress { former.call?(progress) }
  }
}

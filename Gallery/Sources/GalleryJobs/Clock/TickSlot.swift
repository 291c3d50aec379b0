import Errands

/// Room for one tick, and one errand at a time that takes it. A tick that has not been taken gives way to the next: a
/// slow reader gets fewer, and no backlog.
final class TickSlot: Sendable {
  private struct State {
    var latest: ClockTick?
    var waiting: Callback<ClockTick>?
  }

  private let state = Lock(State())

  func put(_ tick: ClockTick) {
    let waiting = state.withLock { state in
      if state.waiting == nil { state.latest = tick }
      return state.waiting.take()
    }
    waiting?.succeed(tick)
  }

  /// The tick that is there, or else the next one.
  func next() -> Errand<ClockTick> {
    .fromCallback("tick") { [self] callback in
      let latest = state.withLock { state in
        if state.latest == nil { state.waiting = callback }
        return state.latest.take()
      }
      if let latest { callback.succeed(latest) }
    }
  }
}

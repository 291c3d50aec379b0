/// The runs of a scope. Runs hold it strongly and it holds them; each run leaves it when it settles, and the
/// scope empties it at its end, so nothing keeps anything alive for longer than it is in flight.
@usableFromInline
final class ScopeRegistry: Sendable {
  @usableFromInline typealias Place = LinkedSlots<AnyRun>.Index

  private struct State {
    var isEnded = false
    var runs = LinkedSlots<AnyRun>()
  }

  private let state = Lock(State())

  var isEnded: Bool { state.withLock { $0.isEnded } }
  var count: Int { state.withLock { $0.runs.count } }

  /// The run's place, to leave it by; nil where the scope has ended, so that the run must not start.
  @usableFromInline
  func add(_ run: AnyRun) -> Place? {
    state.withLock { state in
      state.isEnded ? nil : state.runs.append(run)
    }
  }

  @usableFromInline
  func remove(_ place: Place?) {
    guard let place else { return }
    // Handed out of the lock: this may be the last reference to the run.
    _ = state.withLock { $0.runs.remove(place) }
  }

  /// Cancels every run, oldest first.
  func end() {
    let runs = state.withLock { state in
      defer {
        state.isEnded = true
        state.runs = LinkedSlots()
      }
      return state.runs
    }
    CallRound.make(Array(runs)) { $0.cancel() }
  }
}

/// The runs of a scope. Runs hold it strongly and it holds them; each run leaves it when it settles, and the
/// scope empties it at its end, so nothing keeps anything alive for longer than it is in flight.
final class ScopeRegistry: Sendable {
  private struct State {
    var isEnded = false
    var runs: [RunID: any Cancellable] = [:]
  }

  private let state = Lock(State())

  var isEnded: Bool { state.withLock { $0.isEnded } }
  var count: Int { state.withLock { $0.runs.count } }

  /// False where the scope has ended, so that the run must not start.
  func add(_ run: some Cancellable, id: RunID) -> Bool {
    state.withLock { state in
      guard !state.isEnded else { return false }
      state.runs[id] = run
      return true
    }
  }

  func remove(_ id: RunID) {
    // Handed out of the lock: this may be the last reference to the run.
    _ = state.withLock { $0.runs.removeValue(forKey: id) }
  }

  func end() {
    let runs = state.withLock { state in
      defer {
        state.isEnded = true
        state.runs = [:]
      }
      return state.runs
    }
    for run in runs.sorted(by: { $0.key < $1.key }) { run.value.cancel() }
  }
}

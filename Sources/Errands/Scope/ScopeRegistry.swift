/// The runs of a scope. Runs hold it strongly and it holds them; each run leaves it when it settles, and the
/// scope empties it at its end, so nothing keeps anything alive for longer than it is in flight.
@usableFromInline
final class ScopeRegistry: Sendable {
  private let state = Lock(InFlight())

  var isEnded: Bool { state.withLock { $0.isClosed } }
  var count: Int { state.withLock { $0.count } }

  /// The run's place, to leave it by; nil where the scope has ended, so that the run must not start.
  @usableFromInline
  func add(_ run: AnyRun) -> InFlight.Place? {
    state.withLock { $0.enter(run) }
  }

  @usableFromInline
  func remove(_ place: InFlight.Place) {
    // Handed out of the lock: this may be the last reference to the run.
    _ = state.withLock { $0.leave(place) }
  }

  /// Cancels every run, oldest first.
  func end() {
    CallRound.make(state.withLock { $0.close() }) { $0.cancel() }
  }
}

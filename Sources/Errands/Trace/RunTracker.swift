/// The runs in flight, put together from the trace's events, with a reference to each of them, so that it can
/// be asked for its waiters.
///
/// It keeps no run alive. Entries go when their run settles; those of runs that went away without an outcome
/// go with the next dump, or when as many again have come.
final class RunTracker: Sendable {
  private struct State: Sendable {
    var runs: RunsInFlight
    /// How many since the tracking began, whether they have settled since or not.
    var forgotten = 0
    /// From this number of runs on, another search for runs that are gone is worth its time.
    var crowd = RunTracker.smallCrowd

    /// The runs to search, where it is time for that.
    mutating func take(_ event: TraceEvent) -> [TracedRun] {
      if case .began(.some) = runs.note(event) { forgotten += 1 }
      guard runs.count >= crowd else { return [] }
      crowd = .max
      return Array(runs.unsorted)
    }

    mutating func remove(_ gone: [RunID]) {
      runs.remove(gone)
      crowd = max(2 * runs.count, RunTracker.smallCrowd)
    }
  }

  static let smallCrowd = 1_024
  /// Each event of each thread comes here.
  private let state: SleepingLock<State>

  /// - Parameter capacity: How many runs are known. Where more are in flight, the oldest is forgotten: a
  ///   program that leaks runs must not leak them twice.
  init(capacity: Int = 1_000_000) {
    state = SleepingLock(State(runs: RunsInFlight(capacity: capacity)))
  }

  var count: Int { state.withLock { $0.runs.count } }

  func take(_ event: TraceEvent) {
    let crowd = state.withLock { $0.take(event) }
    if !crowd.isEmpty { removeGone(among: crowd) }
  }

  /// Holds the lock for a copy, and asks and sorts outside: a thread that settles a run must not wait for a
  /// dump.
  func dump(at time: ContinuousClock.Instant, heldLongerThan limit: Duration) -> TraceDump {
    let (runs, forgotten) = state.withLock { (Array($0.runs.unsorted), $0.forgotten) }
    let gone = removeGone(among: runs)
    // By their places: a run is large, and each copy of one counts its references.
    let places = runs.indices.filter { !gone.contains(runs[$0].id) }.sorted { runs[$0].id < runs[$1].id }
    let unawaited = places.filter { runs[$0].reference?.run?.isAwaited == false }
    return TraceDump(
      of: places.map { runs[$0] },
      unawaited: Set(unawaited.map { runs[$0].id }),
      at: time,
      heldLongerThan: limit,
      forgotten: forgotten
    )
  }

  /// Outside the lock: this may hold the last reference to a run for a moment, whose deinit may come back
  /// here.
  @discardableResult
  private func removeGone(among runs: [TracedRun]) -> Set<RunID> {
    let gone = runs.indices.compactMap { place in
      runs[place].reference.flatMap { $0.run == nil ? runs[place].id : nil }
    }
    state.withLock { $0.remove(gone) }
    return Set(gone)
  }
}

extension AnyRun {
  /// Whether its end matters: to a handler, a task or a thread that waits, work that depends on it, or the
  /// owner of its scope. Takes the run's lock, and is only asked for a dump.
  var isAwaited: Bool {
    registry != nil || (self as? any RunWithHandlers)?.hasHandlers ?? false
  }
}

/// A run whose settlement can be asked, whatever its value.
private protocol RunWithHandlers {
  var hasHandlers: Bool { get }
}

extension Run: RunWithHandlers {
  /// True also where it has an outcome, which a handler may just be told.
  fileprivate var hasHandlers: Bool {
    settlement.lock.withLock { _ in
      let state = settlement.state
      return !state.isPending || state.handlers.count > 0 || state.handlers.isWaitedFor
    }
  }
}

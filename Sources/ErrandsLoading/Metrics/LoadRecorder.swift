import Errands

/// What is measured of one load, by all that work for it. There is none where nobody asks for metrics.
///
/// Where a load shares work that another one has begun, that one's recorder hears of it, and is asked at the end. Two loads may
/// come to share work of each other, in turn, so that nothing here looks further than at whom it has seen.
final class LoadRecorder: FlightContext {
  private struct State {
    var meter = LoadMeter()
    /// Those that hear of the work that this load shares.
    var leaders: [LoadRecorder] = []
    var isTold = false
  }

  private let run: RunID
  private let elapsed: @Sendable () -> Duration
  private let state = Lock(State())

  /// - Parameter run: The load's.
  init(_ clock: any Clock<Duration>, for run: RunID) {
    self.run = run
    elapsed = stopwatch(clock)
  }

  func enter(_ phase: LoadPhase?) {
    // Not read under the lock: a clock may be anybody's.
    let now = elapsed()
    state.withLock { $0.meter.enter(phase, at: now) }
  }

  /// A try begins.
  func beginTry() {
    let now = elapsed()
    state.withLock { state in
      state.meter.enter(nil, at: now)
      state.meter.tried()
    }
  }

  func note(_ change: (inout LoadMeter) -> Void) { state.withLock { change(&$0.meter) } }

  /// Whatever this load was about to do is done by the other one.
  func follow(_ first: any FlightContext) {
    guard let leader = first as? LoadRecorder, leader !== self else { return }
    leader.note { $0.shared() }
    let (now, isOver) = (elapsed(), leader.isTold)
    state.withLock { state in
      state.meter.shared()
      state.meter.enter(nil, at: now)
      // Two that held each other would stay for ever.
      if state.isTold, isOver { return }
      if !state.leaders.contains(where: { $0 === leader }) { state.leaders.append(leader) }
    }
  }

  /// All of it, when the load has come to its end.
  func metrics(_ ending: TraceEvent.Ending) -> LoadMetrics {
    var (metrics, leaders) = take(isAtEnd: true)
    (metrics.run, metrics.ending) = (run, ending)
    // The work may go on for other loads, which ask here; but of two that have been told none holds the other.
    let live = leaders.filter { !$0.isTold }
    state.withLock { $0.leaders = live }
    var seen = [self]
    while let leader = leaders.popLast() {
      if seen.contains(where: { $0 === leader }) { continue }
      seen.append(leader)
      let (work, further) = leader.take(isAtEnd: false)
      metrics.add(work)
      leaders += further
    }
    return metrics
  }

  private var isTold: Bool { state.withLock { $0.isTold } }

  private func take(isAtEnd: Bool) -> (LoadMetrics, [LoadRecorder]) {
    let now = elapsed()
    return state.withLock { state in
      defer {
        if isAtEnd { state.isTold = true }
      }
      return (state.meter.metrics(at: now), state.leaders)
    }
  }
}

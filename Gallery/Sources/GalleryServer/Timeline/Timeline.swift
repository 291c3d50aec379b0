import Errands
import ErrandsLoading
import Foundation
import GalleryJobs
import NIOConcurrencyHelpers

/// What the runs of this process are doing and did lately, for the timeline's screen and for who asks at `/api/loads`.
///
/// ```swift
/// configuration.metrics = { _, load in timeline.note(load) }
/// ```
public final class Timeline: Sendable {
  /// Everything at one moment.
  struct Snapshot: Sendable {
    /// When the timeline began, by the system's clock: another one is another server's.
    let began: Date
    /// Microseconds since the beginning of the timeline.
    let now: Int64
    /// How many times changes had been handed out.
    let sequence: UInt64
    /// In the order in which they were made.
    let runs: [TimelineRun]
  }

  private let origin = ContinuousClock.now
  private let began = Date()
  /// A lock that goes to sleep: each event of each thread comes here, and where servers share the processors, spinning for one whose
  /// holder does not run took a tenth of their time.
  private let state: NIOLockedValueBox<TimelineState>
  private let watching = Lock<(Trace.Observation, Trace.Tracking)?>(nil)

  /// One that knows of nothing before the server runs.
  public convenience init() { self.init(limits: TimelineState.Limits()) }

  init(limits: TimelineState.Limits) {
    state = NIOLockedValueBox(TimelineState(limits))
  }

  /// Sees what happens from now on. No effect the second time.
  func begin() {
    watching.withLock { watching in
      guard watching == nil else { return }
      let observation = Trace.observe { [weak self] event in self?.take(event) }
      watching = (observation, Trace.track())
    }
  }

  /// To be told of each load: from which cache it came, and whose work it shared.
  public func note(_ load: LoadMetrics) {
    guard let run = load.run else { return }
    state.withLockedValue { $0.change(run) { $0.load = load } }
  }

  /// Says for what a run was begun.
  func note(_ job: TimelineJob, of run: RunID) {
    state.withLockedValue { $0.change(run) { $0.job = job } }
  }

  func snapshot() -> Snapshot {
    let (sequence, runs) = state.withLockedValue { state in
      // Who begins with this must miss nothing of what follows.
      state.isWatched = true
      return (state.sequence, state.runs)
    }
    return Snapshot(began: began, now: microseconds(.now), sequence: sequence, runs: runs)
  }

  /// The runs that have changed since the last time; nil where none has, and where nobody `isWatching`.
  func changes(isWatching: Bool) -> Snapshot? {
    let (sequence, runs) = state.withLockedValue { state in
      state.isWatched = isWatching
      return (state.sequence + 1, state.takeChanges())
    }
    return runs.isEmpty
      ? nil : Snapshot(began: began, now: microseconds(.now), sequence: sequence, runs: runs)
  }

  /// The newest events in the form that Perfetto opens.
  var trace: String { ChromeTrace.json(state.withLockedValue { $0.events }, process: "gallery") }

  private func take(_ event: TraceEvent) {
    let time = microseconds(event.time)
    let gone = state.withLockedValue { $0.take(event, at: time) }
    withExtendedLifetime(gone) {}
  }

  private func microseconds(_ time: ContinuousClock.Instant) -> Int64 {
    let (seconds, attoseconds) = origin.duration(to: time).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}

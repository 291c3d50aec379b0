import Errands
import Foundation
import GalleryJobs

/// Tells the page of loads as they go.
struct LoadFeed: Sendable {
  let hub: EventHub
  let own: OwnUpstream
  let timeline: Timeline

  /// Publishes the start, the progress (at most ten times a second) and the end of a run, and says in the timeline for
  /// what it is.
  ///
  /// - Parameters:
  ///   - id: What the client calls the load; `nil` calls it by the run's number.
  ///   - label: What is loaded, for people to read. Several loads may have the same.
  func follow<Value>(
    _ run: Run<Value>,
    as id: LoadID?,
    label: String,
    job: TimelineJob.Kind,
    by style: JobStyle
  ) {
    let job = TimelineJob(kind: job, style: style.rawValue, label: label, load: id)
    timeline.note(job, of: run.id)
    let id = id ?? .run(run.id)
    let start = ContinuousClock.now
    let report: @Sendable (LoadEvent.State, RunProgress?, String?) -> Void = { [hub] state, progress, error in
      let event = LoadEvent(
        load: id,
        label: label,
        state: state,
        completed: progress?.completed ?? 0,
        total: progress?.total,
        milliseconds: Int((ContinuousClock.now - start) / .milliseconds(1)),
        error: error
      )
      hub.publish("load", data: event.json)
    }
    report(.started, nil, nil)
    let pace = Pace(interval: .milliseconds(100))
    run.onProgress(on: .immediate) { if pace.allows(.now) { report(.progress, $0, nil) } }
    run.whenSettled(on: .immediate) { [weak run, own] outcome in
      switch outcome {
      case .success: report(.succeeded, run?.progress, nil)
      case .failure(is CancellationError): report(.cancelled, run?.progress, nil)
      case .failure(let error): report(.failed, run?.progress, own.toldSentence(of: error))
      }
    }
  }
}

/// What the page is told of a load.
struct LoadEvent: Encodable {
  enum State: String, Encodable { case started, progress, succeeded, failed, cancelled }

  let load: LoadID
  let label: String
  let state: State
  let completed: Int64
  let total: Int64?
  let milliseconds: Int
  let error: String?

  var json: String { JSONText.line(self) }
}

/// Lets one through in each interval.
private final class Pace: Sendable {
  private let interval: Duration
  private let last = Lock<ContinuousClock.Instant?>(nil)

  init(interval: Duration) {
    self.interval = interval
  }

  func allows(_ now: ContinuousClock.Instant) -> Bool {
    last.withLock { last in
      if let last, now - last < interval { return false }
      last = now
      return true
    }
  }
}

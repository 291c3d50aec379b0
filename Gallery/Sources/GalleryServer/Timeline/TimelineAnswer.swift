import Errands
import ErrandsLoading
import GalleryJobs

/// Runs as the page is told of them: all of them, or those that have changed.
struct TimelineAnswer: Encodable {
  /// When the timeline began, in milliseconds since 1970: another number is another server's.
  let began: Int64
  /// Microseconds since the beginning of the timeline, as all times here.
  let now: Int64
  /// Counts up with each list of changes; one that is missing says that something was missed.
  let sequence: UInt64
  let runs: [RunAnswer]

  init(_ snapshot: Timeline.Snapshot, own: OwnUpstream) {
    began = Int64(snapshot.began.timeIntervalSince1970 * 1000)
    now = snapshot.now
    sequence = snapshot.sequence
    runs = snapshot.runs.map { RunAnswer($0, own: own) }
  }
}

/// One run. What is not known, or has not happened, is left out.
struct RunAnswer: Encodable {
  struct Note: Encodable {
    let kind: String
    var line: String?

    init(_ note: TimelineRun.Note) {
      switch note {
      case .ownerGone: kind = "ownerGone"
      case .settledAgain: kind = "settledAgain"
      case .abandoned(let place): (kind, line) = ("abandoned", place.description)
      }
    }
  }

  /// Over which connection a server was asked.
  struct Connection: Encodable {
    let isReused: Bool
    /// Microseconds until it was made, for one that was made for this request.
    let made: Int64?

    init?(_ timings: TransportTimings?) {
      guard let timings, let isReused = timings.isReused else { return nil }
      (self.isReused, made) = (isReused, timings.connected.map { Int64($0 / .microseconds(1)) })
    }
  }

  let id: UInt64
  let parent: UInt64?
  let name: String
  /// The line that made the errand.
  let line: String
  let made: Int64
  let queued: Int64?
  let started: Int64?
  let phases: [TimelineRun.Phase]?
  let completed: Int64?
  let total: Int64?
  let ended: Int64?
  /// When the first of those who waited had been told.
  let delivered: Int64?
  let outcome: String?
  let error: String?
  let notes: [Note]?
  let job: String?
  let style: String?
  let label: String?
  let load: LoadID?
  /// Where the answer came from: `memory`, `disk`, `server` or `validated`.
  let from: String?
  /// The run for which the work was begun that it shared.
  let joined: UInt64?
  let connection: Connection?
  let attempts: Int?
  let bytes: Int64?

  init(_ run: TimelineRun, own: OwnUpstream) {
    id = run.id.rawValue
    parent = run.parent?.rawValue
    name = own.sentence(of: run.name)
    line = run.line.description
    (made, queued, started, ended) = (run.made, run.queued, run.started, run.ended)
    delivered = run.delivered
    connection = Connection(run.load?.timings)
    phases = run.phases.isEmpty ? nil : run.phases
    (completed, total) = (run.progress?.completed, run.progress?.total)
    outcome = run.ending?.outcome
    if case .failed(let failure) = run.ending { error = own.toldSentence(of: failure) } else { error = nil }
    notes = run.notes.isEmpty ? nil : run.notes.map(Note.init)
    (job, style, label, load) = (run.job?.kind.rawValue, run.job?.style, run.job?.label, run.job?.load)
    (from, joined) = (run.load?.tier?.rawValue, run.joined?.rawValue)
    (attempts, bytes) = (run.load?.attempts, run.load?.bytesReceived)
  }
}

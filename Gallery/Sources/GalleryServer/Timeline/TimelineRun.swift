import Errands
import ErrandsLoading

/// What the timeline knows of one run, put together from the trace's events and from what is said of it besides.
struct TimelineRun: Sendable {
  /// A part of the work, until the next one or the run's end.
  struct Phase: Sendable, Encodable, Equatable {
    let name: String
    let at: Int64
  }

  /// What happened when it had its outcome.
  enum Note: Sendable, Equatable {
    /// A handler was not called, as its owner was gone.
    case ownerGone
    /// It was settled once more, which changed nothing, though nobody had stopped it.
    case settledAgain
    /// Its callback, made at this line, was let go of without being called.
    case abandoned(SourceLocation)
  }

  /// More phases than a load with many tries has.
  static let mostPhases = 64
  static let mostNotes = 8

  let id: RunID
  let name: String
  let line: SourceLocation
  /// The run of which it is a part, or in whose work it was made.
  var parent: RunID?
  /// The run for which the work was begun that it shares.
  var joined: RunID?
  /// Microseconds since the beginning of the timeline, as all times here.
  let made: Int64
  var queued: Int64?
  var started: Int64?
  var phases: [Phase] = []
  var progress: RunProgress?
  var ended: Int64?
  var ending: TraceEvent.Ending?
  /// When the first handler had been told of the end.
  var delivered: Int64?
  var notes: [Note] = []
  var job: TimelineJob?
  var load: LoadMetrics?

  mutating func note(_ kind: TraceEvent.Kind, at time: Int64) {
    switch kind {
    case .made: break
    case .madeWithin(let run): parent = parent ?? run
    case .joined(let run): joined = run
    case .queued: if started == nil { queued = queued ?? time }
    case .started: started = started ?? time
    case .phase(let name):
      if ended == nil, phases.count < Self.mostPhases { phases.append(Phase(name: name, at: time)) }
    case .progress(let report): if report.completed >= progress?.completed ?? 0 { progress = report }
    case .settled(let ending): if ended == nil { (ended, self.ending) = (time, ending) }
    case .ownerGone: add(.ownerGone)
    case .lateSettlement(_, let wasStopped): if !wasStopped { add(.settledAgain) }
    case .abandoned(let line): add(.abandoned(line))
    case .delivered: if ended != nil { delivered = delivered ?? time }
    }
  }

  private mutating func add(_ note: Note) {
    if notes.count < Self.mostNotes { notes.append(note) }
  }
}

/// For what a run was begun, and by whom.
struct TimelineJob: Sendable, Equatable {
  enum Kind: String, Sendable, CaseIterable { case music, gifs, covers, photos, models, images }

  let kind: Kind
  var style: String?
  /// What people read.
  var label: String?
  /// As the client calls it.
  var load: LoadID?
}

/// What the trace tells of one run, put together from its events.
public struct TracedRun: Sendable, Identifiable {
  /// How far a run is on its way.
  public enum Phase: Sendable, Hashable {
    /// Made, and neither waiting in a work queue nor at work.
    case made
    /// Waits in a work queue.
    case queued
    /// Its work has begun.
    case running
    /// It has its outcome.
    case settled
  }

  /// Tells the run apart from every other of the process.
  public let id: RunID
  /// What the run's errand is called; its source line where it was given no name.
  public var name: String { label.description }
  /// The line that made the errand.
  public var origin: SourceLocation { label.origin }
  /// The run that this one was made by, where that is known.
  public private(set) var parent: RunID?
  /// The run in whose work it was made, where the trace knows no parent.
  public private(set) var madeWithin: RunID?
  /// The run for which the work was begun that this one shares; nil where it does its own.
  public private(set) var joined: RunID?
  /// When the first of its events happened.
  public var firstSeen: ContinuousClock.Instant { firstMoment.instant }
  /// When it was made; nil where that was before the first observer.
  public var made: ContinuousClock.Instant? { makingMoment?.instant }
  /// When it began to wait in a work queue; nil if it never did.
  public var queued: ContinuousClock.Instant? { queueMoment?.instant }
  /// When its work began; nil if it has not.
  public var started: ContinuousClock.Instant? { startMoment?.instant }
  /// The last report of its work.
  public private(set) var progress: RunProgress?
  /// When its work reported last; nil if it never did.
  public var reported: ContinuousClock.Instant? { reportMoment?.instant }
  /// The phase of its work that it is in, or settled in; nil where its work has named none.
  public private(set) var workPhase: String?
  /// When it entered that phase.
  public var enteredWorkPhase: ContinuousClock.Instant? { phaseMoment?.instant }
  /// How many it has entered.
  private(set) var workPhases = 0
  /// When it settled; nil while it is in flight.
  public var settled: ContinuousClock.Instant? { settlementMoment?.instant }
  /// How it ended; nil while it is in flight. A failure keeps its error alive.
  public private(set) var ending: TraceEvent.Ending?
  /// The run itself, where it was made while a tracking was on.
  private(set) var reference: RunReference?
  /// The queue in which it waits, or waited last, and its dependencies; nil where no tracking was on.
  private(set) var wait: QueueWait?
  private let label: Label
  private let firstMoment: TraceMoment
  /// When the last of its events happened.
  private(set) var lastMoment: TraceMoment
  private var makingMoment: TraceMoment?
  private var queueMoment: TraceMoment?
  private var startMoment: TraceMoment?
  private var reportMoment: TraceMoment?
  private var phaseMoment: TraceMoment?
  private var settlementMoment: TraceMoment?

  init(seenIn event: TraceEvent) {
    id = event.run
    label = event.label
    firstMoment = event.moment
    lastMoment = event.moment
  }

  /// How far it is on its way.
  public var phase: Phase {
    if isSettled { return .settled }
    if startMoment != nil { return .running }
    return queueMoment == nil ? .made : .queued
  }

  var isSettled: Bool { settlementMoment != nil }

  /// From the start of the work to the settlement, without the time in a queue; from the first event where
  /// the start was not seen. Nil while the run is in flight.
  public var duration: Duration? {
    settled.map { (started ?? firstSeen).duration(to: $0) }
  }

  /// Two threads may report at the same moment, so the trace's order is not always the run's: nothing here
  /// goes back. Each has looked at the clock before, and what is told behind another event counts as no earlier than that.
  mutating func note(_ event: TraceEvent) {
    guard !isSettled else { return }
    lastMoment = max(lastMoment, event.moment)
    switch event.details {
    case .made(let run): reference = run
    case .queued(let wait): self.wait = wait
    case nil: break
    }
    switch event.kind {
    case .made(let parent):
      makingMoment = makingMoment ?? lastMoment
      self.parent = self.parent ?? parent
    case .madeWithin(let run): madeWithin = madeWithin ?? run
    case .joined(let run): joined = run
    case .queued: if startMoment == nil { queueMoment = queueMoment ?? lastMoment }
    case .started: startMoment = startMoment ?? lastMoment
    case .progress(let report):
      reportMoment = lastMoment
      if report.completed >= progress?.completed ?? 0 { progress = report }
    case .phase(let name):
      // Work that was not seen to begin has no time at work for a phase to be a part of.
      if startMoment == nil { break }
      workPhase = name
      phaseMoment = lastMoment
      workPhases += 1
    case .settled(let ending):
      settlementMoment = lastMoment
      self.ending = ending
    case .delivered, .ownerGone, .lateSettlement, .abandoned: break
    }
  }
}

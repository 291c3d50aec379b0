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
  public let name: String
  /// The line that made the errand.
  public let origin: SourceLocation
  /// The run that this one was made by, where that is known.
  public private(set) var parent: RunID?
  /// The run in whose work it was made, where the trace knows no parent.
  public private(set) var madeWithin: RunID?
  /// The run for which the work was begun that this one shares; nil where it does its own.
  public private(set) var joined: RunID?
  /// When the first of its events happened.
  public let firstSeen: ContinuousClock.Instant
  /// When it was made; nil where that was before the first observer.
  public private(set) var made: ContinuousClock.Instant?
  /// When it began to wait in a work queue; nil if it never did.
  public private(set) var queued: ContinuousClock.Instant?
  /// When its work began; nil if it has not.
  public private(set) var started: ContinuousClock.Instant?
  /// The last report of its work.
  public private(set) var progress: RunProgress?
  /// When its work reported last; nil if it never did.
  public private(set) var reported: ContinuousClock.Instant?
  /// The phase of its work that it is in, or settled in; nil where its work has named none.
  public private(set) var workPhase: String?
  /// When it entered that phase.
  public private(set) var enteredWorkPhase: ContinuousClock.Instant?
  /// How many it has entered.
  private(set) var workPhases = 0
  /// When it settled; nil while it is in flight.
  public private(set) var settled: ContinuousClock.Instant?
  /// How it ended; nil while it is in flight. A failure keeps its error alive.
  public private(set) var ending: TraceEvent.Ending?
  /// The run itself, where it was made while a tracking was on.
  private(set) var reference: RunReference?
  /// The queue in which it waits, or waited last, and its dependencies; nil where no tracking was on.
  private(set) var wait: QueueWait?

  init(seenIn event: TraceEvent) {
    id = event.run
    name = event.name
    origin = event.origin
    firstSeen = event.time
  }

  /// How far it is on its way.
  public var phase: Phase {
    if settled != nil { return .settled }
    if started != nil { return .running }
    return queued == nil ? .made : .queued
  }

  /// From the start of the work to the settlement, without the time in a queue; from the first event where
  /// the start was not seen. Nil while the run is in flight.
  public var duration: Duration? {
    settled.map { (started ?? firstSeen).duration(to: $0) }
  }

  /// Two threads may report at the same moment, so the trace's order is not always the run's: nothing here
  /// goes back.
  mutating func note(_ event: TraceEvent) {
    guard settled == nil else { return }
    switch event.details {
    case .made(let run): reference = run
    case .queued(let wait): self.wait = wait
    case nil: break
    }
    switch event.kind {
    case .made(let parent):
      made = made ?? event.time
      self.parent = self.parent ?? parent
    case .madeWithin(let run): madeWithin = madeWithin ?? run
    case .joined(let run): joined = run
    case .queued: if started == nil { queued = queued ?? event.time }
    case .started: started = started ?? event.time
    case .progress(let report):
      reported = event.time
      if report.completed >= progress?.completed ?? 0 { progress = report }
    case .phase(let name):
      // Work that was not seen to begin has no time at work for a phase to be a part of.
      if started == nil { break }
      workPhase = name
      enteredWorkPhase = event.time
      workPhases += 1
    case .settled(let ending):
      settled = event.time
      self.ending = ending
    case .delivered, .ownerGone, .lateSettlement, .abandoned: break
    }
  }
}

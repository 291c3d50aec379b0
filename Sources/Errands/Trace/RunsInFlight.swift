/// The runs that have been made and have not settled, put together from the trace's events. A value; each
/// observer keeps one under a lock.
///
/// Bounded: where more runs are in flight than there is room for, the oldest is forgotten. A run that never
/// settles must not keep out others for ever.
package struct RunsInFlight: Sendable {
  /// What one event changed.
  package struct Step: Sendable {
    /// The run before the event; nil if it was not known to be in flight.
    package var before: TracedRun?
    /// The run after it; nil where the event comes after the run's settlement.
    package var after: TracedRun?
    /// A run that had to make room.
    package var forgotten: TracedRun?

    package var began: Bool { before == nil && after?.isSettled == false }
    /// Whether the run has entered a phase of its work.
    package var entered: Bool { (after?.workPhases ?? 0) > (before?.workPhases ?? 0) }
    package var settled: TracedRun? { after?.isSettled == true ? after : nil }
  }

  /// What one event was to the runs.
  enum Change {
    /// Nothing but news of a run that is known, or of none that is in flight.
    case known
    case began(forgotten: TracedRun?)
    case settled(TracedRun)
  }

  package let capacity: Int
  private var runs: [RunID: TracedRun] = [:]
  /// The runs in the order in which they came, some of which have settled; those before `head` are forgotten.
  private var order: [RunID] = []
  private var head = 0
  /// From the first to the last of the runs whose making was seen. One in between that is not in flight has settled, or is
  /// forgotten: an event that another thread reports late must not bring it back for ever.
  private var made: ClosedRange<RunID>?
  /// The runs settled lately, for those whose making was not seen, or is told late.
  private var settled = RingBuffer<RunID>(capacity: 1_024)
  private var settledIDs: Set<RunID> = []

  package init(capacity: Int) {
    precondition(capacity > 0, "there must be room for a run")
    self.capacity = capacity
  }

  package var count: Int { runs.count }

  /// In no order.
  var unsorted: some Collection<TracedRun> { runs.values }

  /// In the order in which they were made.
  package var all: [TracedRun] { runs.values.sorted { $0.id < $1.id } }

  /// As ``note(_:)``, and gives the run as it was and as it is.
  package mutating func take(_ event: TraceEvent) -> Step {
    let before = runs[event.run]
    return switch note(event) {
    case .known: Step(before: before, after: runs[event.run])
    case .began(let forgotten): Step(after: runs[event.run], forgotten: forgotten)
    case .settled(let run): Step(before: before, after: run)
    }
  }

  /// Constant time on average, and no copy of the run.
  mutating func note(_ event: TraceEvent) -> Change {
    if let index = runs.index(forKey: event.run) {
      runs.values[index].note(event)
      guard runs.values[index].isSettled else { return .known }
      remember(event.run)
      return .settled(runs.remove(at: index).value)
    }
    guard opens(event) else { return .known }
    if case .made = event.kind { rememberMaking(of: event.run) }
    var run = TracedRun(seenIn: event)
    run.note(event)
    guard !run.isSettled else {
      remember(event.run)
      return .settled(run)
    }
    let forgotten = makeRoom(for: event.run)
    runs[event.run] = run
    return .began(forgotten: forgotten)
  }

  /// Runs of which nothing will be heard any more.
  mutating func remove(_ ids: [RunID]) {
    for id in ids { runs[id] = nil }
  }

  private func opens(_ event: TraceEvent) -> Bool {
    switch event.kind {
    case .made, .settled: !settledIDs.contains(event.run)
    case .madeWithin, .joined, .queued, .started, .progress, .phase:
      made?.contains(event.run) != true && !settledIDs.contains(event.run)
    case .delivered, .ownerGone, .lateSettlement, .abandoned: false
    }
  }

  private mutating func rememberMaking(of run: RunID) {
    made = made.map { min($0.lowerBound, run)...max($0.upperBound, run) } ?? run...run
  }

  private mutating func remember(_ run: RunID) {
    settledIDs.insert(run)
    if let old = settled.append(run) { settledIDs.remove(old) }
  }

  /// Constant time on average: the order is tidied up when half of it is of runs that have settled.
  private mutating func makeRoom(for run: RunID) -> TracedRun? {
    var forgotten: TracedRun?
    while forgotten == nil, runs.count >= capacity, head < order.count {
      forgotten = runs.removeValue(forKey: order[head])
      head += 1
    }
    if order.count >= 2 * runs.count + 1_024 {
      order = order[head...].filter { runs[$0] != nil }
      head = 0
    }
    order.append(run)
    return forgotten
  }
}

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

    package var began: Bool { before == nil && after?.settled == nil && after != nil }
    /// Whether the run has entered a phase of its work.
    package var entered: Bool { (after?.workPhases ?? 0) > (before?.workPhases ?? 0) }
    package var settled: TracedRun? { after?.settled == nil ? nil : after }
  }

  package let capacity: Int
  private var runs: [RunID: TracedRun] = [:]
  /// The runs in the order in which they came, some of which have settled; those before `head` are forgotten.
  private var order: [RunID] = []
  private var head = 0
  /// The runs settled lately. An event that another thread reports late must not bring a run back for ever.
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

  package mutating func take(_ event: TraceEvent) -> Step {
    let before = runs[event.run]
    guard before != nil || opens(event) else { return Step() }
    var after = before ?? TracedRun(seenIn: event)
    after.note(event)
    var step = Step(before: before, after: after)
    if after.settled != nil {
      runs[event.run] = nil
      remember(event.run)
    } else {
      if before == nil { step.forgotten = makeRoom(for: event.run) }
      runs[event.run] = after
    }
    return step
  }

  /// Runs of which nothing will be heard any more.
  mutating func remove(_ ids: [RunID]) {
    for id in ids { runs[id] = nil }
  }

  private func opens(_ event: TraceEvent) -> Bool {
    switch event.kind {
    case .made, .madeWithin, .joined, .queued, .started, .progress, .phase, .settled:
      !settledIDs.contains(event.run)
    case .delivered, .ownerGone, .lateSettlement, .abandoned: false
    }
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

import Errands
import Metrics

/// Remembers the runs in flight, to know how many there are and how long they took. Where too many are, the
/// oldest is not counted any more.
final class TraceMeter: Sendable {
  private let factory: any MetricsFactory
  private let prefix: String
  private let byName: Bool
  private let all: TraceInstruments
  private let inFlight: Meter
  private let runs: Lock<RunsInFlight>

  init(factory: any MetricsFactory, prefix: String, byName: Bool, capacity: Int = 65_536) {
    runs = Lock(RunsInFlight(capacity: capacity))
    self.factory = factory
    self.prefix = prefix
    self.byName = byName
    all = TraceInstruments(factory: factory, prefix: prefix, dimensions: [])
    inFlight = Meter(label: "\(prefix).in_flight", dimensions: [], factory: factory)
  }

  /// The runs still in flight are not watched any more.
  deinit {
    let left = runs.withLock { $0.count }
    if left > 0 { inFlight.decrement(by: Double(left)) }
  }

  func record(_ event: TraceEvent) {
    let step = runs.withLock { $0.take(event) }
    if step.began { inFlight.increment() }
    if step.forgotten != nil { inFlight.decrement() }
    if step.entered || step.settled != nil { record(phaseOf: step.before, until: step.after) }
    switch event.kind {
    case .started: instruments(for: event.name).started.increment()
    case .settled(let ending):
      // A run that began before the observation was not counted in, and how long it took is not known.
      if step.before != nil { inFlight.decrement() }
      let duration = step.before?.started == nil ? nil : step.settled?.duration
      instruments(for: event.name).settled(ending, duration: duration)
    case .made, .madeWithin, .joined, .queued, .progress, .phase: break
    case .delivered, .ownerGone, .lateSettlement, .abandoned: break
    }
  }

  /// The phase that the run has left since.
  private func record(phaseOf run: TracedRun?, until now: TracedRun?) {
    guard let phase = run?.workPhase, let start = run?.enteredWorkPhase else { return }
    guard let now, let end = now.settled ?? now.enteredWorkPhase else { return }
    let dimensions = (byName ? [("name", now.name)] : []) + [("phase", phase)]
    Metrics.Timer(label: "\(prefix).phase", dimensions: dimensions, factory: factory)
      .record(duration: start.duration(to: end))
  }

  /// Those of a name are asked for each time. The factory keeps them; kept here, they would grow with the
  /// names.
  private func instruments(for name: String) -> TraceInstruments {
    guard byName else { return all }
    return TraceInstruments(factory: factory, prefix: prefix, dimensions: [("name", name)])
  }
}

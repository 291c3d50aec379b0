/// Turns events into records of the Trace Event Format, one event after the other.
///
/// Slices of one track are matched by category and id, and have to be nested: "b" begins one, "e" ends it,
/// "n" is an instant. A run in flight has at most three open: itself, its time in a queue or at work, and a phase of
/// its work.
struct ChromeTraceEncoder {
  private static let category = "errands"

  private var runs: RunsInFlight
  private let origin: ContinuousClock.Instant
  private let processID: Int32

  init(origin: ContinuousClock.Instant, processID: Int32, capacity: Int = 65_536) {
    runs = RunsInFlight(capacity: capacity)
    self.origin = origin
    self.processID = processID
  }

  /// The record that names the process.
  func title(_ process: String) -> String {
    var name = JSONObject()
    name.set("name", process)
    var record = JSONObject()
    record.set("ph", "M")
    record.set("name", "process_name")
    record.set("pid", Int64(processID))
    record.set("tid", Int64(processID))
    record.set("args", name)
    return record.text
  }

  /// The record that tells of events which were lost.
  func loss(of count: Int, at time: ContinuousClock.Instant) -> String {
    var arguments = JSONObject()
    arguments.set("events", Int64(count))
    var record = record("i", "events dropped", at: time, arguments)
    record.set("s", "g")
    return record.text
  }

  mutating func encode(_ event: TraceEvent) -> [String] {
    let step = runs.take(event)
    var event = event
    // No slice ends before it begins, whenever its thread looked at the clock.
    if let run = step.after { event.moment = run.lastMoment }
    var records = step.forgotten.map { ends(of: $0, for: event) } ?? []
    if step.began { records.append(text("b", event.name, event, arguments(of: step.after))) }
    return records + phases(event, step)
  }

  private func phases(_ event: TraceEvent, _ step: RunsInFlight.Step) -> [String] {
    let phase = step.before?.phase ?? .made
    switch event.kind {
    case .made: return []
    case .madeWithin(let run):
      return [text("n", "made within", event, arguments { $0.set("run", run.description) })]
    case .joined(let run): return [text("n", "joined", event, arguments { $0.set("run", run.description) })]
    case .queued: return phase == .made && step.after != nil ? [text("b", "queued", event)] : []
    case .started:
      guard phase == .made || phase == .queued, step.after != nil else { return [] }
      return end(of: phase, of: event.run, at: event.time) + [text("b", "running", event)]
    case .phase(let name):
      return step.entered ? endWorkPhase(step.before, at: event.time) + [text("b", name, event)] : []
    case .settled(let ending): return settlement(event, ending, step)
    case .progress(let progress): return [text("n", "progress", event, arguments(of: progress))]
    case .delivered: return [text("n", "delivered", event)]
    case .ownerGone: return [text("n", "owner gone", event)]
    case .lateSettlement(let ending, _): return [text("n", "late settlement", event, arguments(of: ending))]
    case .abandoned(let origin):
      return [text("n", "abandoned", event, arguments { $0.set("origin", origin.description) })]
    }
  }

  private func settlement(
    _ event: TraceEvent,
    _ ending: TraceEvent.Ending,
    _ step: RunsInFlight.Step
  ) -> [String] {
    // A run that began before the trace has no slice to end.
    guard let before = step.before else { return [text("n", "settled", event, arguments(of: ending))] }
    return endsInside(before, at: event.time) + [text("e", event.name, event, arguments(of: ending))]
  }

  /// The run is not watched any more: what happens to it later are instants.
  private func ends(of run: TracedRun, for event: TraceEvent) -> [String] {
    let time = max(run.lastMoment, event.moment).instant
    return endsInside(run, at: time) + [text("e", run.name, of: run.id, at: time)]
  }

  private func endsInside(_ run: TracedRun, at time: ContinuousClock.Instant) -> [String] {
    endWorkPhase(run, at: time) + end(of: run.phase, of: run.id, at: time)
  }

  private func endWorkPhase(_ run: TracedRun?, at time: ContinuousClock.Instant) -> [String] {
    guard let run, let phase = run.workPhase else { return [] }
    return [text("e", phase, of: run.id, at: time)]
  }

  private func end(
    of phase: TracedRun.Phase,
    of run: RunID,
    at time: ContinuousClock.Instant
  ) -> [String] {
    switch phase {
    case .queued: [text("e", "queued", of: run, at: time)]
    case .running: [text("e", "running", of: run, at: time)]
    case .made, .settled: []
    }
  }
}

extension ChromeTraceEncoder {
  private func text(
    _ type: String,
    _ name: String,
    _ event: TraceEvent,
    _ arguments: JSONObject? = nil
  ) -> String {
    text(type, name, of: event.run, at: event.time, arguments)
  }

  private func text(
    _ type: String,
    _ name: String,
    of run: RunID,
    at time: ContinuousClock.Instant,
    _ arguments: JSONObject? = nil
  ) -> String {
    var record = record(type, name, at: time, arguments)
    record.set("cat", Self.category)
    record.set("id", String(run.rawValue))
    return record.text
  }

  private func record(
    _ type: String,
    _ name: String,
    at time: ContinuousClock.Instant,
    _ arguments: JSONObject?
  ) -> JSONObject {
    var record = JSONObject()
    record.set("ph", type)
    record.set("name", name)
    record.set("ts", microseconds: origin.duration(to: time))
    record.set("pid", Int64(processID))
    record.set("tid", Int64(processID))
    if let arguments { record.set("args", arguments) }
    return record
  }

  private func arguments(_ fill: (inout JSONObject) -> Void) -> JSONObject {
    var arguments = JSONObject()
    fill(&arguments)
    return arguments
  }

  private func arguments(of run: TracedRun?) -> JSONObject {
    arguments { arguments in
      guard let run else { return }
      arguments.set("run", run.id.description)
      if let parent = run.parent { arguments.set("parent", parent.description) }
    }
  }

  private func arguments(of progress: RunProgress) -> JSONObject {
    arguments { arguments in
      arguments.set("completed", progress.completed)
      if let total = progress.total { arguments.set("total", total) }
    }
  }

  private func arguments(of ending: TraceEvent.Ending) -> JSONObject {
    arguments { arguments in
      arguments.set("outcome", ending.outcome)
      if case .failed(let error) = ending { arguments.set("error", String(describing: error)) }
    }
  }
}

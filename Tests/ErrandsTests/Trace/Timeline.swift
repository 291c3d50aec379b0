@testable import Errands

/// Events that a test makes up, at moments counted in milliseconds.
struct Timeline {
  let start = ContinuousClock.now

  func event(
    _ kind: TraceEvent.Kind,
    run: UInt64 = 1,
    at milliseconds: Int = 0,
    name: String? = "work",
    origin: SourceLocation = SourceLocation(fileID: "Tests/Timeline.swift", line: 1),
    details: TraceDetails? = nil
  ) -> TraceEvent {
    TraceEvent(
      run: RunID(rawValue: run),
      label: Label(name: name, origin: origin),
      time: start + .milliseconds(milliseconds),
      kind: kind,
      details: details
    )
  }

  /// A run to which each of these happened, at as many milliseconds.
  func run(
    _ id: UInt64,
    _ name: String? = "work",
    below parent: UInt64? = nil,
    origin: SourceLocation = SourceLocation(fileID: "Tests/Timeline.swift", line: 1),
    made: Int = 0,
    queue: String? = nil,
    after dependencies: [UInt64] = [],
    heard story: (kind: TraceEvent.Kind, at: Int)...
  ) -> TracedRun {
    let wait = QueueWait(queue: queue, dependencies: dependencies.map { RunID(rawValue: $0) })
    let parent = parent.map { RunID(rawValue: $0) }
    let making = event(.made(parent: parent), run: id, at: made, name: name, origin: origin)
    var run = TracedRun(seenIn: making)
    run.note(making)
    for (kind, moment) in story {
      var details: TraceDetails?
      if case .queued = kind { details = .queued(wait) }
      run.note(event(kind, run: id, at: moment, name: name, origin: origin, details: details))
    }
    return run
  }

  /// What is in flight after so many milliseconds.
  func dump(
    _ runs: [TracedRun],
    unawaited: Set<UInt64> = [],
    at milliseconds: Int = 0,
    forgotten: Int = 0
  ) -> TraceDump {
    TraceDump(
      of: runs,
      unawaited: Set(unawaited.map { RunID(rawValue: $0) }),
      at: start + .milliseconds(milliseconds),
      heldLongerThan: .seconds(10),
      forgotten: forgotten
    )
  }

  /// The ids as the trace has them.
  static func ids(_ runs: [TracedRun]) -> [UInt64] { runs.map(\.id.rawValue) }
}

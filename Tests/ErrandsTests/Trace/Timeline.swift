@testable import Errands

/// Events that a test makes up, at moments counted in milliseconds.
struct Timeline {
  let start = ContinuousClock.now

  func event(
    _ kind: TraceEvent.Kind,
    run: UInt64 = 1,
    at milliseconds: Int = 0,
    name: String = "work"
  ) -> TraceEvent {
    TraceEvent(
      run: RunID(rawValue: run),
      name: name,
      time: start + .milliseconds(milliseconds),
      kind: kind
    )
  }

  /// The ids as the trace has them.
  static func ids(_ runs: [TracedRun]) -> [UInt64] { runs.map(\.id.rawValue) }
}

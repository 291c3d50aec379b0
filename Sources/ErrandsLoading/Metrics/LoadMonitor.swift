import Errands

/// Whom a load tells what it is busy with: the trace, and what measures it where somebody asks.
struct LoadMonitor: Sendable {
  /// The run whose work it is.
  let run: AnyRun
  let recorder: LoadRecorder?

  func enter(_ phase: LoadPhase) {
    run.enter(phase: phase.rawValue)
    recorder?.enter(phase)
  }
}

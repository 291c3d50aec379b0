import Errands

/// What a load tells what it is busy with: the trace, and a measurement where one is asked for.
struct LoadMonitor: Sendable {
  /// The run whose work it is.
  let run: AnyRun
  let recorder: LoadRecorder?

  func enter(_ phase: LoadPhase) {
    run.enter(phase: phase.rawValue)
    recorder?.enter(phase)
  }
}

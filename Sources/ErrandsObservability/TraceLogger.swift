import Errands
import Logging

/// Remembers the runs in flight, to know how long they took.
final class TraceLogger: Sendable {
  private let logger: Logger
  private let levels: TraceLogLevels
  private let runs = Lock(RunsInFlight(capacity: 65_536))

  init(logger: Logger, levels: TraceLogLevels) {
    self.logger = logger
    self.levels = levels
  }

  func record(_ event: TraceEvent) {
    let step = runs.withLock { $0.take(event) }
    switch event.kind {
    case .settled(let ending):
      log(levels.level(for: ending), "run settled", event, metadata(of: ending, step))
    case .lateSettlement(let ending, let wasStopped):
      if !wasStopped { log(levels.misuse, "run settled again", event, metadata(of: ending)) }
    case .abandoned(let origin):
      log(levels.misuse, "callback dropped without being called", event, ["origin": "\(origin)"])
    case .made, .madeWithin, .joined, .queued, .started, .progress, .phase, .delivered, .ownerGone: break
    }
  }

  private func metadata(of ending: TraceEvent.Ending, _ step: RunsInFlight.Step) -> Logger.Metadata {
    var metadata = metadata(of: ending)
    // How long a run took that began before the observation is not known.
    if step.before != nil, let duration = step.settled?.duration {
      metadata["duration_ms"] = "\(duration.milliseconds)"
    }
    return metadata
  }

  /// No error is put into words where nobody reads the line.
  private func log(
    _ level: Logger.Level?,
    _ message: Logger.Message,
    _ event: TraceEvent,
    _ metadata: @autoclosure () -> Logger.Metadata
  ) {
    guard let level, level >= logger.logLevel else { return }
    let identity: Logger.Metadata = ["run": "\(event.run)", "name": "\(event.name)"]
    logger.log(level: level, message, metadata: identity.merging(metadata()) { _, own in own })
  }

  private func metadata(of ending: TraceEvent.Ending) -> Logger.Metadata {
    var metadata: Logger.Metadata = ["outcome": "\(ending.outcome)"]
    if case .failed(let error) = ending { metadata["error"] = "\(error)" }
    return metadata
  }
}

extension Duration {
  /// Whole milliseconds and their thousandths.
  fileprivate var milliseconds: Double {
    let (seconds, attoseconds) = components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    return Double(microseconds) / 1_000
  }
}

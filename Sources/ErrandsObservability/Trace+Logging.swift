import Errands
import Logging

extension Trace {
  /// Writes a line of log for each run that settles, for each callback that was dropped, and for each that
  /// was called again.
  ///
  /// ```swift
  /// let logging = Trace.observe(loggingTo: Logger(label: "errands"))
  /// ```
  ///
  /// The message is always the same few words; what differs is in the metadata: `run`, `name`, `outcome`,
  /// `duration_ms`, and `error` or `origin`.
  public static func observe(
    loggingTo logger: Logger,
    levels: TraceLogLevels = TraceLogLevels()
  ) -> Observation {
    let log = TraceLogger(logger: logger, levels: levels)
    return observe { event in log.record(event) }
  }
}

import Errands
import Logging

/// The level of each kind of line; nil writes none.
public struct TraceLogLevels: Sendable {
  /// A run succeeded. `debug` by default.
  public var succeeded: Logger.Level?
  /// A run failed. `info` by default: whether it matters is for the handler of the outcome to say.
  public var failed: Logger.Level?
  /// A run was cancelled. `debug` by default.
  public var cancelled: Logger.Level?
  /// A callback was dropped, or called twice: a mistake in the code. `warning` by default.
  public var misuse: Logger.Level?

  /// The defaults, where nothing else is said.
  public init(
    succeeded: Logger.Level? = .debug,
    failed: Logger.Level? = .info,
    cancelled: Logger.Level? = .debug,
    misuse: Logger.Level? = .warning
  ) {
    self.succeeded = succeeded
    self.failed = failed
    self.cancelled = cancelled
    self.misuse = misuse
  }

  func level(for ending: TraceEvent.Ending) -> Logger.Level? {
    switch ending {
    case .succeeded: succeeded
    case .failed: failed
    case .cancelled: cancelled
    }
  }
}

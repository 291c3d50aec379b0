/// Something that happened to a run.
public struct TraceEvent: Sendable {
  public enum Kind: Sendable {
    /// The run was made, on behalf of another one or, where `parent` is nil, of nobody that the trace knows.
    case made(parent: RunID?)
    /// The work waits for its turn in a work queue.
    case queued
    /// The work began.
    case started
    case progress(RunProgress)
    case settled(Ending)
    /// A handler was called with the outcome.
    case delivered
    /// A handler was not called, because the owner it was bound to is gone.
    case ownerGone
    /// Settled again; nothing changed.
    case lateSettlement(Ending)
    /// The callback made at this line was let go of without being called.
    case abandoned(SourceLocation)
  }

  /// How a run ended, without its value.
  public enum Ending: Sendable {
    case succeeded
    case failed(any Error)
    case cancelled

    /// `succeeded`, `failed` or `cancelled`: a word for logs, and a dimension of metrics.
    public var outcome: String {
      switch self {
      case .succeeded: "succeeded"
      case .failed: "failed"
      case .cancelled: "cancelled"
      }
    }

    @usableFromInline
    init<Value>(_ outcome: Result<Value, any Error>) {
      switch outcome {
      case .success: self = .succeeded
      case .failure(is CancellationError): self = .cancelled
      case .failure(let error): self = .failed(error)
      }
    }
  }

  public let run: RunID
  public let name: String
  public let time: ContinuousClock.Instant
  public let kind: Kind
}

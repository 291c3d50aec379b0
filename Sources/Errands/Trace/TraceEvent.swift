/// Something that happened to a run.
public struct TraceEvent: Sendable {
  /// What happened.
  public enum Kind: Sendable {
    /// The run was made, as a child of `parent`; nil where the trace knows no parent.
    case made(parent: RunID?)
    /// The run, of which the trace knows no parent, was made in the work of that one, which need not wait for it. Known where
    /// the work is a function of its own: in its calls, and in the tasks that it makes, as far as task-local values go.
    case madeWithin(RunID)
    /// The run shares work that is in flight, and was begun for that one.
    case joined(RunID)
    /// The work waits for its turn in a work queue.
    case queued
    /// The work began.
    case started
    /// The work reported, and the report said something new.
    case progress(RunProgress)
    /// The work has entered a phase of this name, and left the one before; see ``Callback/enter(phase:)``.
    case phase(String)
    /// The outcome is fixed. Handlers are called after this.
    case settled(Ending)
    /// A handler was called with the outcome.
    case delivered
    /// A handler was not called, because the owner it was bound to is gone.
    case ownerGone
    /// Settled again; nothing changed. A mistake in the code, unless the run was stopped before, by a cancellation or a
    /// deadline: work that is told to stop may answer that.
    case lateSettlement(Ending, wasStopped: Bool = false)
    /// The callback made at this line was let go of without being called.
    case abandoned(SourceLocation)
  }

  /// How a run ended, without its value.
  public enum Ending: Sendable {
    /// With a value.
    case succeeded
    /// With an error other than `CancellationError`.
    case failed(any Error)
    /// With `CancellationError`.
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
    package init<Value>(_ outcome: Result<Value, any Error>) {
      switch outcome {
      case .success: self = .succeeded
      case .failure(is CancellationError): self = .cancelled
      case .failure(let error): self = .failed(error)
      }
    }
  }

  /// The run to which it happened.
  public let run: RunID
  /// What the run's errand is called; its source line where it was given no name.
  public var name: String { label.description }
  /// The line that made the errand.
  public var origin: SourceLocation { label.origin }
  /// When it happened.
  public var time: ContinuousClock.Instant { moment.instant }
  /// What happened.
  public let kind: Kind
  /// What the tracker of the runs has to know besides; nil where no tracking is on.
  let details: TraceDetails?
  let label: Label
  var moment: TraceMoment

  init(
    run: RunID,
    label: Label,
    time: ContinuousClock.Instant,
    kind: Kind,
    details: TraceDetails? = nil
  ) {
    self.run = run
    self.label = label
    moment = TraceMoment(time)
    self.kind = kind
    self.details = details
  }
}

/// One execution of an ``Errand``: its outcome, its progress, and the way to cancel it.
///
/// A run is settled exactly once. Letting go of the run does not end the work; a ``Scope`` does, or
/// ``cancel()``.
public final class Run<Value: Sendable>: Sendable {
  public typealias Outcome = Result<Value, any Error>

  public let id: RunID
  /// What the errand is called in the trace; its source line where it was given no name.
  public var name: String { label.description }

  let settlement = Settlement<Value>()
  let state = Lock(RunState())
  private let label: Label
  private let registry: ScopeRegistry?

  init(label: Label, registry: ScopeRegistry?) {
    id = .next()
    self.label = label
    self.registry = registry
  }

  /// How the run ended, or nil while it has not.
  public var outcome: Outcome? { settlement.outcome }

  /// How far the work has come, as far as it says so.
  public var progress: RunProgress? { state.withLock { $0.progress } }

  /// Settles the run as cancelled and stops the work. No effect on a run that has settled.
  public func cancel() {
    stop(with: CancellationError())
  }

  /// Settles the run with an error and stops the work, as a deadline does. False, and no effect, where the run
  /// has settled.
  @discardableResult
  package func stop(with error: any Error) -> Bool {
    end(.failure(error), stoppingWork: true)
  }

  /// Settles the run from its work. The first settlement wins; a later one is recorded and answered with false.
  @discardableResult
  package func settle(_ outcome: Outcome) -> Bool {
    guard end(outcome, stoppingWork: false) else {
      trace(.lateSettlement(.init(outcome)))
      return false
    }
    return true
  }

  /// The order matters: outcome, then the work is stopped and let go of, then the handlers are told. A handler
  /// sees a run that holds nothing any more.
  private func end(_ outcome: Outcome, stoppingWork: Bool) -> Bool {
    guard settlement.decide(outcome) else { return false }
    letGoOfWork(stopping: stoppingWork, outcome)
    settlement.announce()
    return true
  }

  /// A function of its own, so that its end frees what the run held before any handler is told.
  private func letGoOfWork(stopping: Bool, _ outcome: Outcome) {
    let belongings = state.withLock { $0.end(cancelled: stopping) }
    registry?.remove(id)
    trace(.settled(.init(outcome)))
    guard stopping else { return }
    for hook in belongings.hooks { hook() }
  }

  /// The callback was let go of. Nothing to do where it was called before.
  func abandon(at origin: SourceLocation) {
    guard settlement.outcome == nil else { return }
    if end(.failure(AbandonedError(origin: origin)), stoppingWork: true) {
      trace(.abandoned(origin))
    }
  }

  /// Calls the hook if the run is cancelled before it settles; now, if it has been cancelled already.
  package func onCancel(_ hook: @escaping @Sendable () -> Void) {
    if state.withLock({ $0.add(hook) }) == .call { hook() }
  }

  func keep(_ object: any Sendable) {
    state.withLock { $0.keep(object) }
  }

  func trace(_ kind: @autoclosure () -> TraceEvent.Kind) {
    Trace.record(run: id, name: name, kind())
  }
}

extension Run: Cancellable {}

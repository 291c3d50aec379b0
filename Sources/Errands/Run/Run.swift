/// One execution of an ``Errand``: its outcome, its progress, and the way to cancel it.
///
/// A run is settled exactly once. Letting go of the run does not end the work; a ``Scope`` does, or
/// ``AnyRun/cancel()``.
public final class Run<Value: Sendable>: AnyRun, @unchecked Sendable {
  // Sendable: adds nothing that changes.
  public typealias Outcome = Result<Value, any Error>

  @usableFromInline let settlement = Settlement<Value>()

  @inlinable
  override init(label: Label, registry: ScopeRegistry?, parent: RunID? = nil) {
    super.init(label: label, registry: registry, parent: parent)
  }

  /// How the run ended, or nil while it has not.
  @inlinable
  public var outcome: Outcome? { settlement.outcome }

  @inlinable
  @discardableResult
  package override func stop(with error: any Error) -> Bool {
    end(.failure(error), stoppingWork: true)
  }

  /// Settles the run from its work. The first settlement wins; a later one is recorded and answered with false.
  @inlinable
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
  @inlinable
  func end(_ outcome: Outcome, stoppingWork: Bool) -> Bool {
    guard settlement.decide(outcome) else { return false }
    letGoOfWork(stopping: stoppingWork, .init(outcome))
    settlement.announce()
    return true
  }

  /// The callback was let go of. Nothing to do where it was called before.
  @inlinable
  func abandon() {
    if !settlement.isDecided { endAsAbandoned() }
  }

  @usableFromInline
  func endAsAbandoned() {
    if end(.failure(AbandonedError(origin: label.origin)), stoppingWork: true) {
      trace(.abandoned(label.origin))
    }
  }

  /// Starts the work, unless the run has been settled already.
  @inlinable
  func start(_ work: Work<Value>) {
    if settlement.isDecided { return }
    if case .deferred(let start) = work { return start(self) }
    trace(.started)
    switch work {
    case .deferred: break
    case .callback(let start): start(Callback(run: self))
    case .task(let operation): startTask(operation)
    case .reportingTask(let operation):
      let callback = Callback(run: self)
      startTask { try await operation(callback) }
    case .settled(let settled): settle(settled.outcome)
    case .step(let step): step.start(Callback(run: self))
    }
  }

  @inlinable
  func startTask(_ operation: @escaping @Sendable () async throws -> Value) {
    let task = Task {
      do {
        settle(.success(try await operation()))
      } catch {
        settle(.failure(error))
      }
    }
    cancelWithRun(task)
  }
}

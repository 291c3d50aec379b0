/// One execution of an ``Errand``: its outcome, its progress, and the way to cancel it.
///
/// A run is settled exactly once. Letting go of the run does not end the work; a ``Scope`` does, or
/// ``AnyRun/cancel()``.
public final class Run<Value: Sendable>: AnyRun, @unchecked Sendable {
  // Sendable: adds nothing that changes.
  /// A value, or an error; `CancellationError` where the run was cancelled.
  public typealias Outcome = Result<Value, any Error>

  @usableFromInline package let settlement = Settlement<Value>()

  @inlinable
  override init(label: Label, registry: ScopeRegistry?, parent: AnyRun? = nil) {
    super.init(label: label, registry: registry, parent: parent)
  }

  /// How the run ended, or nil while it has not.
  @inlinable
  public var outcome: Outcome? { settlement.outcome }

  @usableFromInline
  override var isToldOnTheSpot: Bool { settlement.isToldOnTheSpot }

  @inlinable
  @discardableResult
  package override func stop(with error: any Error) -> Bool {
    guard settlement.decide(.failure(error)) else { return false }
    if Trampoline.hasRoom { end(.failure(error), stoppingWork: true) } else { endLater() }
    return true
  }

  /// Work that is stopped may cancel what it stands on, and that its own work.
  @usableFromInline
  func endLater() {
    Trampoline.run(self) { run in
      if let outcome = run.outcome { run.end(outcome, stoppingWork: true) }
    }
  }

  /// Settles the run from its work. The first settlement wins; a later one is recorded in the trace and
  /// answered with false.
  @inlinable
  @discardableResult
  package func settle(_ outcome: Outcome) -> Bool {
    guard settlement.decide(outcome) else {
      if Trace.isObserved { traceLate(.init(outcome)) }
      return false
    }
    end(outcome, stoppingWork: false)
    return true
  }

  @inline(never) @usableFromInline
  func traceLate(_ ending: TraceEvent.Ending) {
    // Who stops the run notes that a moment after the decision.
    let wasStopped = state.withLock { $0.wasStopped } || outcome?.failure is CancellationError
    trace(.lateSettlement(ending, wasStopped: wasStopped))
  }

  /// What follows the decision, in this order: the work is stopped and let go of, then the handlers are told.
  /// A handler sees a run that holds nothing any more.
  @inlinable
  func end(_ outcome: Outcome, stoppingWork: Bool) {
    letGoOfWork(stopping: stoppingWork, .init(outcome))
    Trampoline.run(self) { $0.tell() }
  }

  @inlinable
  func tell() {
    settlement.drain(telling: self)
    if formerJob != nil { letGoOfJobs() }
  }

  /// The callback was let go of. Nothing to do where it was called before.
  @inlinable
  func abandon() {
    if !settlement.isDecided { endAsAbandoned() }
  }

  @usableFromInline
  func endAsAbandoned() {
    if stop(with: AbandonedError(origin: label.origin)) {
      trace(.abandoned(label.origin))
    }
  }

  /// Starts the work, unless the run has been settled already.
  @inlinable @inline(__always)
  func start(_ work: Work<Value>) {
    if !settlement.isDecided { begin(work) }
  }

  @inlinable @inline(__always)
  func begin(_ work: Work<Value>) {
    switch work {
    case .function(let function): start(function.kind)
    case .settled(let settled):
      trace(.started)
      settle(settled.outcome)
    case .step(let step):
      trace(.started)
      let callback = Callback(run: self)
      step.start(callback) { callback.receive($0) }
    }
  }

  /// Work inside work begins inside its call, as far as the stack goes.
  @inlinable @inline(__always)
  func start(_ function: WorkFunction<Value>.Kind) {
    if Trampoline.hasRoom { begin(function) } else { beginLater(function) }
  }

  @inlinable @inline(__always)
  func begin(_ function: WorkFunction<Value>.Kind) {
    if Trace.isObserved { beginObserved(function) } else { call(function) }
  }

  /// What is made in the work's function is known to be made within this run.
  @inlinable @inline(never)
  func beginObserved(_ function: WorkFunction<Value>.Kind) {
    if case .deferred(let start) = function { return start(self) }
    trace(.started)
    Trace.calling(for: id) { call(function) }
  }

  @inlinable @inline(__always)
  func call(_ function: WorkFunction<Value>.Kind) {
    switch function {
    case .freed: break
    case .deferred(let start): start(self)
    case .callback(let start):
      let callback = Callback(run: self)
      do { try start(callback) } catch { callback.fail(error) }
    case .task(let operation): startTask(operation)
    case .reportingTask(let operation):
      let callback = Callback(run: self)
      startTask { try await operation(callback) }
    }
  }

  @usableFromInline
  func beginLater(_ function: WorkFunction<Value>.Kind) {
    let function = WorkFunction(function)
    Trampoline.callLater { if !self.settlement.isDecided { self.begin(function.kind) } }
  }

  @inlinable
  func startTask(_ operation: @escaping @Sendable () async throws -> Value) {
    let begun = priority
    let task = Task(priority: begun.ofTasks) {
      do {
        settle(.success(try await operation()))
      } catch {
        settle(.failure(error))
      }
    }
    cancelWithRun(task)
    // It may have become more urgent before the run knew the task.
    if priority > begun { task.escalate(to: priority) }
  }
}

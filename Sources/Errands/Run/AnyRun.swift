/// A run, whatever its value: identity, progress, and the way to cancel it.
///
/// What does not depend on the value's type lies here, and is compiled once.
public class AnyRun: Cancellable, @unchecked Sendable {
  // Sendable: what changes while the work is on lies behind a lock.

  /// Tells this run from every other one in the process.
  public final let id: RunID
  @usableFromInline final let label: Label
  final let registry: ScopeRegistry?
  final let state = Lock(RunState())
  /// The priority's number, changed under the lock of the state: it is asked for by every child that begins.
  final let level = AtomicCell<Int>(WorkPriority.normal.rawValue)
  /// Set before the work starts, and read by the work.
  @exclusivity(unchecked) @usableFromInline final var places = WorkPlaces()
  /// The last place that it had in a queue. It keeps the queue alive until the run's dependents have heard of
  /// its end and can be started there. Only touched by the thread that ends the run.
  @exclusivity(unchecked) @usableFromInline final var formerJob: ErrandJob?

  @usableFromInline
  init(label: Label, registry: ScopeRegistry?, parent: AnyRun?) {
    id = .next()
    self.label = label
    self.registry = registry
    if Trace.isObserved { traceMaking(by: parent) }
    if let parent, parent.priority != .normal { begin(with: parent.priority) }
  }

  /// Out of line, so that what stays in the making of a run is a load and a branch.
  @inline(never)
  private final func traceMaking(by parent: AnyRun?) {
    trace(.made(parent: parent?.id), details: .of(self))
    if parent == nil, let caller = Trace.caller { trace(.madeWithin(caller)) }
  }

  private func begin(with priority: WorkPriority) {
    state.withLock { $0.priority.begin(with: priority) }
    level.store(priority.rawValue, ordering: .relaxed)
  }

  /// What the errand is called in the trace; its source line where it was given no name.
  public final var name: String { label.description }

  /// Whether nothing has settled the run yet.
  @usableFromInline
  package final var isRunning: Bool { state.withLock { $0.isRunning } }

  /// How far the work has come; nil while it has reported nothing.
  public final var progress: RunProgress? { state.withLock { $0.progress } }

  /// Settles the run as cancelled and stops the work. No effect on a run that has settled.
  ///
  /// When the call returns, the work has been stopped; where many thousands of runs are cancelled inside one
  /// another, when the outermost call returns. Of several hooks one that takes more than a second longer than the others may
  /// still be on then.
  public final func cancel() {
    stop(with: CancellationError())
  }

  /// Settles the run with an error and stops the work, as a deadline does. False, and no effect, where the
  /// run has settled.
  @discardableResult
  package func stop(with error: any Error) -> Bool { false }

  /// Whether a handler is to be told the outcome on the spot.
  @usableFromInline
  var isToldOnTheSpot: Bool { false }

  /// Ties the run to its scope. False, and the run is cancelled, where the scope has ended.
  @usableFromInline
  final func enterScope() -> Bool {
    guard let registry else { return true }
    guard let place = registry.add(self) else {
      cancel()
      return false
    }
    // The scope may have ended, or a handler may have cancelled the run, before the run knew its place.
    guard state.withLock({ $0.take(place) }) else {
      registry.remove(place)
      return false
    }
    return true
  }

  /// The work is over: lets go of what was held for its sake, and leaves the scope. A function of its own, so
  /// that its end frees what the run held before any handler is told.
  @usableFromInline
  final func letGoOfWork(stopping: Bool, _ ending: @autoclosure () -> TraceEvent.Ending) {
    let resources = state.withLock { $0.end(cancelled: stopping) }
    if let place = resources.place { registry?.remove(place) }
    // Behind the end of the state, or a report of progress could be recorded behind it.
    trace(.settled(ending()))
    if stopping { resources.cancelDependents() }
    // Not before: the next work in the queue may begin at once, and would be one too many.
    resources.endJobs()
    if let job = resources.job { formerJob = job }
    // Before the outcome, and when all has been stopped and given back: whoever hears of it may take long.
    resources.tellLastReport()
  }

  /// All handlers have been told. One job after the other: a long list would overflow the stack.
  @usableFromInline
  final func letGoOfJobs() {
    var next = formerJob.take()
    while let job = next { next = job.former.take() }
  }

  /// Remembers the run's place in a queue, which is free again before any handler is told that the run has
  /// ended. False where it has ended.
  final func take(_ job: ErrandJob) -> Bool {
    state.withLock { $0.take(job) }
  }

  /// Calls the hook if the run is cancelled before it settles; now, if it has been cancelled already.
  @usableFromInline
  package final func onCancel(_ hook: @escaping @Sendable () -> Void) {
    add(.hook(hook))
  }

  /// As ``onCancel(_:)``, for the task that does the run's work.
  @usableFromInline
  final func cancelWithRun(_ task: Task<Void, Never>) {
    add(.task(task))
  }

  /// The work is done by other runs, which are cancelled with this one and have its priority. They are
  /// cancelled now, if this run has been cancelled already.
  @usableFromInline
  final func adopt(_ children: any Children) {
    add(.children(children))
  }

  private func add(_ dependent: RunState.Dependent) {
    if state.withLock({ $0.add(dependent) }) == .call { dependent.cancel() }
  }

  final func keep(_ object: any Sendable) {
    state.withLock { $0.keep(object) }
  }

  /// As ``Callback/enter(phase:)``. Nothing is told of a run that has settled, unless it does so meanwhile.
  @inlinable
  package final func enter(phase name: @autoclosure () -> String) {
    if Trace.isObserved, isRunning { trace(.phase(name())) }
  }

  @inlinable
  final func trace(
    _ kind: @autoclosure () -> TraceEvent.Kind,
    details: @autoclosure () -> TraceDetails? = nil
  ) {
    Trace.record(run: id, label: label, kind(), details: details())
  }

  /// Tells the trace of a wait in a queue that is not the core's.
  package final func waits(in queue: String?, for dependencies: @autoclosure () -> [any WorkDependency]) {
    trace(.queued, details: .waiting(in: queue, for: dependencies()))
  }
}

/// The runs that do the work of another one.
@usableFromInline
protocol Children: AnyObject, Sendable {
  func cancel()

  /// Children in flight have the priority of their parent from now on; those to come begin with it.
  func inherit(from parent: AnyRun)
}

extension AnyRun: Children {}

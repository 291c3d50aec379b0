/// Runs errands in order and within a limit: never more than ``limit`` at a time, the highest
/// ``WorkPriority`` first, first come first served among equals.
///
/// ```swift
/// let downloads = WorkQueue("downloads", limit: 4)
///
/// let page = try await fetchPage.on(downloads, priority: .high).value()
/// let index = downloads.add(fetchIndex)
/// let cover = downloads.add(fetchCover, priority: .low, after: [index])
/// cover.priority = .veryHigh
/// ```
///
/// A work has its place from its start until its run has settled. The queue has no thread and no task of its
/// own: a work is started by the thread that adds it, or, where it has waited, on a thread that may block;
/// with the task-local values of the caller that added it. A start that blocks holds up only the caller that
/// adds the work.
///
/// A queue lives as long as there is a reference to it or to a ``QueuedWork`` of it, or some of its work
/// runs. When it goes, what can never start any more, because the queue was suspended or a dependency has not
/// settled, is cancelled.
public final class WorkQueue: Sendable {
  /// What the queue is called; nil where it was given no name.
  public let name: String?
  let state: SleepingLock<WorkQueueState<any QueuedJob>>

  /// An empty queue, which is not suspended.
  ///
  /// - Parameters:
  ///   - name: What the queue is called in a ``TraceDump``; nil by default.
  ///   - limit: How many works may run at a time. Less than 1 counts as 1.
  public init(_ name: String? = nil, limit: Int) {
    self.name = name
    state = SleepingLock(WorkQueueState(limit: max(limit, 1)))
  }

  deinit {
    CallRound.make(state.withLock { $0.removeAll() }) {
      $0.stop(with: CancellationError())
    }
  }

  /// How many works may run at a time; less than 1 counts as 1. More starts more at once; less lets those
  /// that run come to their end.
  public var limit: Int {
    get { state.withLock { $0.limit } }
    set { change { $0.limit = max(newValue, 1) } }
  }

  /// While a queue is suspended it starts nothing; what runs goes on.
  public var isSuspended: Bool {
    get { state.withLock { $0.isSuspended } }
    set { change { $0.isSuspended = newValue } }
  }

  /// How many works run; after the limit was lowered perhaps still more than it allows.
  ///
  /// A handler that is told the outcome of a work, and a task that has awaited it, find that it runs no more.
  public var runningCount: Int { state.withLock { $0.runningCount } }

  /// How many works have not started, those that wait for dependencies among them.
  public var waitingCount: Int { state.withLock { $0.waitingCount } }

  /// How many works wait or run.
  package var count: Int { state.withLock { $0.waitingCount + $0.runningCount } }

  /// All jobs that wait or run, oldest first.
  package var jobs: [any QueuedJob] { state.withLock { $0.works } }

  /// Cancels everything that is in the queue now: first what waits, none of which starts any more, then what
  /// runs. What is added later is not concerned. Linear in what waits and runs.
  public func cancelAll() {
    // In one step, or a place that becomes free by the first cancellation would be given to the next to
    // cancel.
    CallRound.make(state.withLock { $0.removeAll() }) {
      $0.stop(with: CancellationError())
    }
  }

  /// The id of a job that is about to enter, so that it can be called off before.
  @usableFromInline
  package func reserve() -> WorkID { state.withLock { $0.reserve() } }

  /// The job waits for its dependencies, then for its turn. No effect where it was called off before.
  package func enter(
    _ job: any QueuedJob,
    as id: WorkID,
    priority: WorkPriority,
    after dependencies: [any WorkDependency]
  ) {
    let entered = change {
      $0.enter(job, as: id, priority: priority, dependencies: dependencies.count)
    }
    if entered { wait(job, id, for: dependencies) }
  }

  /// The job starts at once, where a place is free and no job waits for one. False, and no effect, otherwise.
  func begin(_ job: ErrandJob, priority: WorkPriority) -> Bool {
    guard state.withLock({ $0.begin(job, as: job.id, priority: priority) }) else { return false }
    job.begin(WorkSlot(in: self, of: job.id))
    return true
  }

  /// A dependency knows an id, and neither the queue nor the work: nothing stays alive because of it.
  private func wait(_ job: any QueuedJob, _ id: WorkID, for dependencies: [any WorkDependency]) {
    for dependency in dependencies {
      let subscription = dependency.subscribe { [weak self] failure in
        self?.dependencySettled(of: id, failure)
      }
      job.keep(subscription)
    }
  }

  private func dependencySettled(of id: WorkID, _ failure: (any Error)?) {
    if let failure {
      state.withLock { $0.withdraw(id) }?.stop(with: failure)
    } else {
      change { $0.dependencySucceeded(of: id) }
    }
  }

  /// The job goes behind those of its new priority that wait already. No effect on a job that has started.
  ///
  /// - Parameter priority: Asked for inside the lock: where it changes twice at once, the last one counts.
  package func move(_ id: WorkID, to priority: () -> WorkPriority) {
    state.withLock { $0.move(id, to: priority()) }
  }

  /// Takes out a job that has not started.
  @usableFromInline
  package func withdraw(_ id: WorkID) {
    // Handed out of the lock: it may be the last reference to the work.
    _ = state.withLock { $0.withdraw(id) }
  }

  func finish(_ id: WorkID) {
    // Handed out of the lock: it may be the last reference to the work.
    _ = change { $0.finish(id) }
  }

  /// Makes a change that may let jobs start, and starts them.
  private func change<Answer: Sendable>(
    _ change: (inout WorkQueueState<any QueuedJob>) -> Answer
  ) -> Answer {
    let (answer, canStart) = state.withLock { state in
      let answer = change(&state)
      return (answer, state.canStart)
    }
    // Jobs that give their places back when they start, each of which starts the next, would otherwise need a
    // stack frame each.
    if canStart { Trampoline.run(self) { $0.drain() } }
    return answer
  }

  private func drain() {
    var canStart = true
    while canStart {
      let next = state.withLock { state in
        let next = state.takeNext()
        canStart = state.canStart
        return next
      }
      if let (id, job) = next { job.start(WorkSlot(in: self, of: id)) }
    }
  }
}

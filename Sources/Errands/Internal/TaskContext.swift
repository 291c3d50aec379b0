/// The task-local values of the task that makes it, for work that is done later and elsewhere.
///
/// A clock, a queue or a foreign callback goes on upon a thread of its own, where the values of the task that
/// ran the errand are missing. Nothing but a task takes them along; so this is one, which is not run before
/// its time, and then inside the call that has the work for it.
///
/// Making and using one costs about a third of what running a task costs.
@usableFromInline
package final class TaskContext: @unchecked Sendable {
  // Sendable: what changes is only touched under the lock.
  private let job: Lock<UnownedJob?>

  @usableFromInline
  package init() {
    var caught: UnownedJob?
    Keeper.caught.keep(&caught) { _ in
      _ = Task(executorPreference: Keeper.shared) { Keeper.body.pointer?.pointee() }
    }
    job = Lock(caught)
  }

  /// A task that is never run would never be freed.
  deinit { call {} }

  /// Does the work inside the context, once: what is called later is called as it stands.
  @usableFromInline
  package func call(_ work: () -> Void) {
    guard let job = job.withLock({ $0.take() }) else { return work() }
    withoutActuallyEscaping(work) { work in
      var body = work
      Keeper.body.keep(&body) { _ in job.runSynchronously(on: Keeper.shared.asUnownedTaskExecutor()) }
    }
  }

  /// Keeps the task's only job for the call that makes the task.
  private final class Keeper: TaskExecutor {
    static let shared = Keeper()
    static let caught = ThreadLocal<UnownedJob?>()
    static let body = ThreadLocal<() -> Void>()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      guard let caught = Self.caught.pointer else { return job.runSynchronously(on: asUnownedTaskExecutor()) }
      caught.pointee = job
    }
  }
}

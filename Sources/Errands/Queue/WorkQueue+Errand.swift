extension WorkQueue {
  /// Adds a work to the queue. Constant time, and as much again for each dependency.
  ///
  /// Where a dependency fails or is cancelled, the work's run settles with that very error, at once, without
  /// ever having had a place. A dependency must exist before its dependent, so there are no cycles.
  ///
  /// - Parameters:
  ///   - priority: The run's priority from its beginning. Higher ones start first.
  ///   - dependencies: The work joins the line of its priority only after all of these have succeeded. They
  ///     are raised to its priority; runs and queued work also when that changes while it waits.
  ///   - scope: The lifetime to tie the run to. Its end cancels the work, waiting or running.
  @inlinable
  @discardableResult
  public func add<Value: Sendable>(
    _ errand: Errand<Value>,
    priority: WorkPriority = .normal,
    after dependencies: [any WorkDependency] = [],
    in scope: Scope? = nil
  ) -> QueuedWork<Value> {
    let id = reserve()
    let work = Work<Value>.deferred { run in
      if priority != .normal { run.priority = priority }
      self.enqueue(errand.work, run, as: id, after: dependencies)
    }
    let run = Errand(label: errand.label, work: work).run(in: scope)
    // A run whose scope has ended never entered the queue.
    if run.outcome != nil { withdraw(id) }
    return QueuedWork(run: run, queue: self)
  }

  /// Compiled into its callers, as all of the way from the errand to the job is: of a value that is only
  /// known at run time each of the objects on it has a type to look up, which took a fifth of the time of a
  /// queued work.
  @inlinable
  func enqueue<Value: Sendable>(
    _ work: Work<Value>,
    _ run: Run<Value>,
    as id: WorkID,
    priority: WorkPriority? = nil,
    after dependencies: [any WorkDependency] = []
  ) {
    let job = ErrandJob(run, as: id, in: self, priority: priority, beginsWithTask: work.beginsWithTask) {
      run.start(work)
    }
    lineUp(job, after: dependencies)
  }

  @usableFromInline
  func lineUp(_ job: ErrandJob, after dependencies: [any WorkDependency]) {
    job.run.trace(.queued, details: .waiting(in: name, for: dependencies))
    guard job.run.take(job) else { return withdraw(job.id) }
    let priority = job.priority
    if dependencies.isEmpty, begin(job, priority: priority) { return }
    job.keep(TaskContext())
    for dependency in dependencies { dependency.raise(to: priority) }
    enter(job, as: job.id, priority: priority, after: dependencies)
    // It may have changed before the queue knew the job.
    if job.priority != priority { job.move() }
  }
}

extension Errand {
  /// The same work, whose runs wait for their turn in a queue; see ``WorkQueue``. A run that is cancelled
  /// while it waits leaves the queue at once, and its work never starts.
  ///
  /// Work that has a place in the queue, `pages.on(queue).retry().on(queue)` say, does not wait there once
  /// more. That goes for operators on one errand, and not across ``shared()``, whose work belongs to many
  /// runs. Several errands at once, or an errand that is awaited inside another one, have to find places of
  /// their own: where the limit leaves none, they wait for ever.
  ///
  /// - Parameter priority: Higher ones start first. By default the priority of the run, which changes with
  ///   it; a priority that is given here stays.
  public func on(_ queue: WorkQueue, priority: WorkPriority? = nil) -> Errand {
    let deferred = Work<Value>.deferred { [work] run in
      if run.places.contains(queue) { return run.start(work) }
      queue.enqueue(work, run, as: queue.reserve(), priority: priority)
    }
    return Errand(label: label, work: deferred)
  }
}

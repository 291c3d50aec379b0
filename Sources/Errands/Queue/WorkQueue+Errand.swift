extension WorkQueue {
  /// Adds a work to the queue.
  ///
  /// Where a dependency fails or is cancelled, the work's run settles with that very error, at once, without
  /// ever having had a place. A dependency must exist before its dependent, so there are no cycles.
  ///
  /// - Parameters:
  ///   - priority: Higher ones start first.
  ///   - dependencies: The work joins the line of its priority only after all of these have succeeded.
  ///   - scope: The lifetime to tie the run to. Its end cancels the work, waiting or running.
  @inlinable
  @discardableResult
  public func add<Value: Sendable>(
    _ errand: Errand<Value>,
    priority: WorkPriority = .normal,
    after dependencies: [any WorkDependency] = [],
    in scope: Scope? = nil
  ) -> QueuedWork<Value> {
    let ticket = reserve()
    let work = Work<Value>.deferred { run in
      self.enqueue(errand.work, run, as: ticket, priority: priority, after: dependencies)
    }
    let run = Errand(label: errand.label, work: work).run(in: scope)
    // A run whose scope has ended never came to enter.
    if run.outcome != nil { withdraw(ticket) }
    return QueuedWork(run: run, queue: self, ticket: ticket, priority: priority)
  }

  /// Compiled into its callers, as all of the way from the errand to the job is: of a value that is only known at run
  /// time each of the objects on it has a type to look up, which took a fifth of the time of a queued work.
  @inlinable
  func enqueue<Value: Sendable>(
    _ work: Work<Value>,
    _ run: Run<Value>,
    as ticket: WorkTicket,
    priority: WorkPriority,
    after dependencies: [any WorkDependency] = []
  ) {
    let job = ErrandJob(run, as: ticket, in: self, beginsWithTask: work.beginsWithTask) { run.start(work) }
    lineUp(job, priority: priority, after: dependencies)
  }

  @usableFromInline
  func lineUp(_ job: ErrandJob, priority: WorkPriority, after dependencies: [any WorkDependency]) {
    job.run.trace(.queued, details: .waiting(in: name, for: dependencies))
    guard job.run.take(job) else { return withdraw(job.ticket) }
    if dependencies.isEmpty, begin(job, priority: priority) { return }
    job.keep(TaskContext())
    enter(job, as: job.ticket, priority: priority, after: dependencies)
  }
}

extension Errand {
  /// The same work, whose runs wait for their turn in a queue. A run that is cancelled while it waits leaves
  /// the queue at once, and its work never starts.
  ///
  /// Work that has a place in the queue, `pages.on(queue).retry().on(queue)` say, does not wait there once
  /// more. That goes for operators on one errand, and not across ``shared()``, whose work is that of many. Several
  /// errands at once, or an errand that is awaited inside another one, have to find places of their own: where the
  /// limit leaves none, they wait for ever.
  ///
  /// - Parameter priority: Higher ones start first.
  public func on(_ queue: WorkQueue, priority: WorkPriority = .normal) -> Errand {
    let deferred = Work<Value>.deferred { [work] run in
      if run.places.contains(queue) { return run.start(work) }
      queue.enqueue(work, run, as: queue.reserve(), priority: priority)
    }
    return Errand(label: label, work: deferred)
  }
}

/// What an event says besides to the tracker of the runs. It is only put together while a tracking is on.
@usableFromInline
enum TraceDetails: Sendable {
  /// Of a run that was made: the run itself, so that it can be asked for its waiters.
  case made(RunReference)
  /// Of a run that waits in a work queue.
  case queued(QueueWait)

  static func of(_ run: AnyRun) -> TraceDetails? {
    Trace.isTracked ? .made(RunReference(run)) : nil
  }

  static func waiting(
    in queue: String?,
    for dependencies: @autoclosure () -> [any WorkDependency]
  ) -> TraceDetails? {
    guard Trace.isTracked else { return nil }
    return .queued(QueueWait(queue: queue, dependencies: dependencies().compactMap(runID)))
  }

  /// Nil for a dependency of a type that the trace does not know.
  private static func runID(_ dependency: any WorkDependency) -> RunID? {
    (dependency as? AnyRun)?.id ?? (dependency as? any WorkOfRun)?.runID
  }
}

/// A weak reference to a run.
@usableFromInline
final class RunReference: Sendable {
  weak let run: AnyRun?

  init(_ run: AnyRun) {
    self.run = run
  }
}

/// The queue in which a run waits for its turn, and the dependencies that it waits for before.
@usableFromInline
final class QueueWait: Sendable {
  let queue: String?
  let dependencies: [RunID]

  init(queue: String?, dependencies: [RunID]) {
    self.queue = queue
    self.dependencies = dependencies
  }
}

private protocol WorkOfRun {
  var runID: RunID { get }
}

extension QueuedWork: WorkOfRun {
  fileprivate var runID: RunID { run.id }
}

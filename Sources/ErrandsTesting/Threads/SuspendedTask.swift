import Dispatch

/// Starts a task, and returns when it has suspended for the first time, or has ended.
///
/// A test that cancels a task while it waits, say, cannot see from outside that it does wait. It used to look
/// again and again, and on a busy machine it looked for long.
///
/// - Parameter body: What waits; not on an actor of its own, as what an actor does is not seen here.
/// - Throws: `CancellationError` if the waiting test is cancelled first.
package func suspendedTask<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) async throws -> Task<Value, any Error> {
  let executor = SuspensionExecutor()
  let task = Task(executorPreference: executor) { try await body() }
  try await executor.suspended.wait()
  return task
}

/// The executor of one task. A job of a task goes on until the task suspends, so the end of the first one is that moment.
private final class SuspensionExecutor: TaskExecutor {
  let suspended = Gate()
  private let queue = DispatchQueue(label: "errands.testing.suspension")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      suspended.open()
    }
  }
}

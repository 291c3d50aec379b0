import Dispatch
import Foundation

/// Where blocking work on files is done: on a thread that is nobody else's for as long, and none of those that tasks
/// share.
enum FileThread {
  /// Does a piece of work, and waits for it. The waiting task may be cancelled, which the work is not.
  static func run<Answer: Sendable>(_ work: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "errands.files").async { continuation.resume(with: Result(catching: work)) }
    }
  }

  /// The executor of an actor whose work blocks. The actor has to hold it.
  final class Executor: SerialExecutor {
    private let queue = DispatchQueue(label: "errands.file")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }
}

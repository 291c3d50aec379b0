import Errands
import Dispatch

/// Jobs in the order in which they came, for threads that block until there is one.
final class JobQueue: Sendable {
  private let jobs = Lock(FirstInFirstOut<any PerformableJob>())
  /// One signal for each job and, at the end, one for each thread.
  private let signals = DispatchSemaphore(value: 0)

  func append(_ job: any PerformableJob) {
    jobs.withLock { $0.append(job) }
    signals.signal()
  }

  /// Blocks until there is a job. `nil` once the queue is closed and empty.
  func next() -> (any PerformableJob)? {
    signals.wait()
    return jobs.withLock { $0.popFirst() }
  }

  /// Lets each of `threads` threads go home when all jobs are done.
  func close(threads: Int) {
    for _ in 0..<threads { signals.signal() }
  }
}

import Errands
import Dispatch

/// Jobs in the order in which they came, for threads that block until there is one.
final class JobQueue: Sendable {
  private struct State {
    /// Jobs to hand out, the next one last.
    var outgoing: [any PerformableJob] = []
    /// Jobs that came since `outgoing` was filled, the newest last.
    var incoming: [any PerformableJob] = []

    mutating func next() -> (any PerformableJob)? {
      if outgoing.isEmpty {
        outgoing = incoming.reversed()
        incoming = []
      }
      return outgoing.popLast()
    }
  }

  private let state = Lock(State())
  /// One signal for each job and, at the end, one for each thread.
  private let signals = DispatchSemaphore(value: 0)

  func append(_ job: any PerformableJob) {
    state.withLock { $0.incoming.append(job) }
    signals.signal()
  }

  /// Blocks until there is a job. `nil` once the queue is closed and empty.
  func next() -> (any PerformableJob)? {
    signals.wait()
    return state.withLock { $0.next() }
  }

  /// Lets each of `threads` threads go home when all jobs are done.
  func close(threads: Int) {
    for _ in 0..<threads { signals.signal() }
  }
}

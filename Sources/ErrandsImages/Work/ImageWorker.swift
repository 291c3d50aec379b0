import CVipsShim
import Errands
import Foundation

/// A fixed number of threads for calls that block.
///
/// libvips computes on the thread that asks. On Swift's cooperative pool two such calls would hold up
/// every task of a process on two cores, and on a dispatch queue each would be answered with one more
/// thread; here they wait in line, first come first served.
final class ImageWorker: Sendable {
  /// As many threads as the machine has cores.
  static let shared = ImageWorker(threads: ProcessInfo.processInfo.activeProcessorCount)

  let threads: Int
  private let queue = JobQueue()

  init(threads: Int) {
    self.threads = max(1, threads)
    for number in 1...self.threads {
      let thread = Thread { [queue] in
        while let job = queue.next() { job.perform() }
        errands_vips_end_thread()
      }
      thread.name = "errands-images-\(number)"
      thread.stackSize = 4 << 20
      thread.start()
    }
  }

  deinit { queue.close(threads: threads) }

  /// Does `work` on one of the threads.
  ///
  /// - Throws: what `work` throws, or `CancellationError` at once when the calling task is cancelled: work
  ///   that has not begun never begins, and a computation that runs is stopped where it watches its
  ///   ``Interruption``.
  func run<Value: Sendable>(_ work: @escaping ImageJob<Value>.Work) async throws -> Value {
    try await Errand<Value>.fromCallback("image") { [queue] callback in
      let job = ImageJob(callback: callback, work: work)
      callback.onCancel { job.cancel() }
      queue.append(job)
    }.value()
  }
}

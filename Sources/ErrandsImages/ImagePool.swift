import Errands
import Foundation

/// Where images are computed: a few threads, and a share of the memory for all of them.
///
/// libvips computes on the thread that asks. On Swift's cooperative pool two such calls would hold up every task of
/// a process on two cores, and on a dispatch queue each would be answered with one more thread; here they wait in
/// line, by the priorities of their runs, first come, first served among equals. One that is cancelled while it
/// waits never begins.
///
/// ```swift
/// ImagePool.shared.memoryLimit = 256_000_000
/// ```
public final class ImagePool: Sendable {
  /// The pool in which all images of the process are computed: as many places as the machine has cores.
  public static let shared = ImagePool()

  /// A quarter of the machine's memory, and no more than a gigabyte.
  static let defaultMemoryLimit = min(1_000_000_000, Int(ProcessInfo.processInfo.physicalMemory / 4))

  /// How many jobs run at once.
  public let places: Int
  private let queue: WorkQueue
  private let budget: MemoryBudget
  private let mostWaiting: Lock<Int>

  init(
    places: Int = ProcessInfo.processInfo.activeProcessorCount,
    memoryLimit: Int = ImagePool.defaultMemoryLimit,
    waitingLimit: Int = 10_000,
    measure: @escaping @Sendable () -> Int = { Vips.memoryInUse }
  ) {
    self.places = max(1, places)
    queue = WorkQueue("images", limit: self.places)
    budget = MemoryBudget(limit: memoryLimit, measure: measure)
    mostWaiting = Lock(waitingLimit)
  }

  /// Bytes that all jobs together may take, beside the files that they read and write. A job that would need more is
  /// refused, and one that has to wait for others to end waits. A quarter of the machine's memory by default, and no
  /// more than a gigabyte.
  ///
  /// A job says what it needs once it knows the header of its file, by what the decoder of the format holds, and
  /// begins when that is free: of what was said, and of ``ImageMemory/bytesInUse``, which is measured. What the allocator of
  /// the C library keeps for each thread comes on top of it: measured, up to ten megabytes for each place.
  public var memoryLimit: Int {
    get { budget.limit }
    set { budget.limit = newValue }
  }

  /// How many jobs may wait for a place; one more is refused. 10,000 by default.
  public var waitingLimit: Int {
    get { mostWaiting.withLock { $0 } }
    set { mostWaiting.withLock { $0 = newValue } }
  }

  /// How many jobs have a place now; those that wait for memory among them, of which the one with the highest priority is
  /// next.
  public var runningCount: Int { queue.runningCount }
  /// How many jobs wait for a place.
  public var waitingCount: Int { queue.waitingCount }
  /// How many of the running ones wait for memory.
  var waitingForMemoryCount: Int { budget.waitingCount }
  /// Bytes that the running jobs have said that they need.
  public var reservedBytes: Int { budget.reserved }

  /// Work on one of the threads.
  ///
  /// It fails with what `work` throws, with ``ImageError/tooLong(limit:)`` where it has not ended in time from its
  /// beginning, and with ``ImageError/tooManyWaiting(limit:)``. Cancelling answers at once: a computation that runs is
  /// stopped where its job watches it.
  func errand<Value: Sendable>(
    _ label: String,
    within time: Duration = ImageLimits.defaultTime,
    _ work: @escaping @Sendable (ImageJob) throws -> Value
  ) -> Errand<Value> {
    Errand<Value>.fromCallback(label) { [self] callback in
      guard queue.waitingCount < waitingLimit || queue.runningCount < places else {
        callback.fail(ImageError.tooManyWaiting(limit: waitingLimit))
        return
      }
      let job = ImageJob(budget: budget) { job in
        callback.enter(phase: "computing")
        job.limit(to: time) { [weak job] in
          job?.interrupt(with: ImageError.tooLong(limit: time))
          callback.fail(ImageError.tooLong(limit: time))
        }
        let result = Result { try work(job) }
        job.endDeadline()
        return { callback(result) }
      }
      enter(job, for: callback)
    }
  }

  /// The value of ``errand(_:within:_:)``.
  func run<Value: Sendable>(
    within time: Duration = ImageLimits.defaultTime,
    _ work: @escaping @Sendable (ImageJob) throws -> Value
  ) async throws -> Value {
    try await errand("image", within: time, work).value()
  }

  private func enter<Value: Sendable>(_ job: ImageJob, for callback: Callback<Value>) {
    let id = queue.reserve()
    // Before the first hook, as it may begin inside this call.
    job.change(to: callback.priority)
    queue.enter(job, as: id, priority: callback.priority, after: [])
    callback.onPriorityChange { [queue] priority in
      queue.move(id) { priority }
      job.change(to: priority)
    }
    callback.onCancel { [queue] in
      queue.withdraw(id)
      job.interrupt()
    }
  }
}

import Dispatch
import Errands

/// A serial queue and, on the same queue, an actor: so that one and the same place serves the styles that are
/// given a queue and those whose code runs in an actor. It can be closed, and then lets everything wait.
actor Desk {
  private let executor = QueueExecutor()
  private nonisolated let isClosed = Lock(false)

  /// - Parameter threshold: What everything that is delivered here has to cross.
  init(behind threshold: Threshold? = nil) {
    let queue = executor.queue
    delivery =
      threshold.map { threshold in
        Delivery { work in
          threshold.cross()
          queue.async(execute: work)
        }
      } ?? .queue(queue)
  }

  /// A queue that is freed while it is suspended ends the process, and with it the report of what failed.
  deinit { open() }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  nonisolated var queue: DispatchQueue { executor.queue }
  /// One value: each delivery that is made is an executor of its own.
  nonisolated let delivery: Delivery
  nonisolated var isHere: Bool {
    DispatchQueue.getSpecific(key: QueueExecutor.mark) == ObjectIdentifier(executor)
  }

  nonisolated func close() {
    let wasOpen = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    if wasOpen { queue.suspend() }
  }

  /// Goes on; an open one stays open.
  nonisolated func open() {
    let wasClosed = isClosed.withLock { isClosed in
      defer { isClosed = false }
      return isClosed
    }
    if wasClosed { queue.resume() }
  }
}

/// Runs an actor's jobs on a queue that can be told from others.
private final class QueueExecutor: SerialExecutor {
  static let mark = DispatchSpecificKey<ObjectIdentifier>()
  let queue = DispatchQueue(label: "desk")

  init() {
    queue.setSpecific(key: Self.mark, value: ObjectIdentifier(self))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

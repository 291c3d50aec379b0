import Dispatch

/// What the system's own queues are known by: on Linux each look at one makes another object, whose address is free for
/// others soon after.
///
/// Handlers on `.global()` once had an executor each, and so no order, and the last report was not told before the
/// outcome.
final class KnownExecutors: Sendable {
  final class Executor: Sendable {}

  static let shared = KnownExecutors()

  let mainQueue = Executor()
  private let globalQueues = Lock<[String: Executor]>([:])

  private init() {}

  /// A queue is known by itself, if it is somebody's; the system's by their labels, of which there are a dozen.
  func executor(of queue: DispatchQueue) -> AnyObject {
    if CurrentThread.isMainQueue(queue) { return mainQueue }
    guard queue.label.hasPrefix("com.apple.root.") else { return queue }
    return globalQueues.withLock { queues -> Executor in
      if let known = queues[queue.label] { return known }
      let made = Executor()
      queues[queue.label] = made
      return made
    }
  }
}

import Dispatch
import Errands
import Foundation

extension AsyncOperationQueue {
  /// The queue of the main thread: its operations begin there, one at a time, and each has its place until it has
  /// finished. It is never suspended, and its limit, name and dispatch queue do not change.
  public static let main: AsyncOperationQueue = {
    let work = WorkQueue("main", limit: 1)
    let members = OperationMembers(of: work, "main", .userInteractive)
    members.underlyingQueue = .main
    let main = AsyncOperationQueue(of: work, members, isMain: true)
    members.face = main
    return main
  }()

  /// The queue whose operation began the call that asks: inside a block, `run(_:)`, `main()`, and what they call on the
  /// same thread. Elsewhere ``main`` on the main thread, and nil on every other one.
  ///
  /// The body of an asynchronous function belongs to its task, which no operation's thread runs: nil there.
  public static var current: AsyncOperationQueue? {
    if let members = OperationMembers.current ?? (OperationQueue.current as? ForeignQueue)?.members {
      return members.face ?? members.queue.map { AsyncOperationQueue(of: $0, members) }
    }
    return CurrentThread.isMain ? main : nil
  }
}

/// Two objects that stand for the same queue are equal.
extension AsyncOperationQueue: Hashable {
  /// Whether they stand for the same queue.
  public static func == (left: AsyncOperationQueue, right: AsyncOperationQueue) -> Bool {
    left.work === right.work
  }

  /// Hashes the queue that it stands for.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(work)) }
}

extension OperationMembers {
  private static let running = ThreadLocal<OperationMembers?>()

  /// The queue whose operation takes a step on this thread.
  fileprivate static var current: OperationMembers? { running.pointer?.pointee }

  static func perform(
    _ step: OperationThreads.Step,
    of operation: AnyAsyncOperation,
    in members: OperationMembers?
  ) {
    var members = members
    running.keep(&members) { _ in step(operation) }
  }
}

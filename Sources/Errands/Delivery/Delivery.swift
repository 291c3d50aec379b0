import Dispatch
import Foundation

/// Where a handler is called: an executor.
///
/// Handlers of one run on the same executor are called one after the other, in the order in which they were
/// registered; so their order also holds on a concurrent queue. A handler that blocks holds up those behind
/// it on its own executor, and no others.
public struct Delivery: Sendable {
  /// Hands a piece of work to the executor; nil where the work is called on the spot.
  @usableFromInline package let enqueue: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
  /// Which executor it is; nil for the spot.
  @usableFromInline let executor: ObjectIdentifier?
  /// Whether handing over is known to take no time. A foreign executor may do the work at once.
  @usableFromInline package let isPrompt: Bool

  /// The identity of an executor.
  private final class Token: Sendable {}

  /// A delivery of your own: `enqueue` is given a piece of work, and calls it once, later, somewhere else. It
  /// must not block: an `enqueue` that does, or calls the work at once, holds up other deliveries of that
  /// kind.
  ///
  /// Work that is called a second time does nothing. Where it is thrown away, the handlers behind it are
  /// called all the same. Each delivery that is made is an executor of its own, its copies are the same one.
  public init(_ enqueue: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void) {
    let token = Token()
    // Kept with it, or another executor could get its address.
    self.enqueue = { work in withExtendedLifetime(token) { enqueue(work) } }
    executor = ObjectIdentifier(token)
    isPrompt = false
  }

  init(on executor: AnyObject, _ enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.enqueue = enqueue
    self.executor = ObjectIdentifier(executor)
    isPrompt = true
  }

  @inlinable package var isImmediate: Bool { enqueue == nil }
  /// The kind of the handlers that are called here.
  @inlinable package var kind: HandlerKind { isImmediate ? .spot : .queued }

  @usableFromInline
  init() {
    enqueue = nil
    executor = nil
    isPrompt = false
  }

  static var mainQueue: AnyObject { KnownExecutors.shared.mainQueue }
  private static let pool = Token()

  /// On the main actor, whose executor is the main queue.
  public static let mainActor = Delivery(on: mainQueue) { work in
    Task { @MainActor in work() }
  }

  /// On Swift's cooperative pool, away from every actor. Do not block there.
  public static let concurrent = Delivery(on: pool) { work in
    Task { work() }
  }

  /// On an actor, which is held weakly: it is often the owner, and a run keeps no owner alive. Once the actor
  /// is gone, its handlers are dropped.
  ///
  /// Each call is a task of its own. Calls of one run keep their order; those of two runs, an errand and the
  /// promise that it was made of say, may come to the actor in either order.
  public static func actor(_ actor: some Actor) -> Delivery {
    Delivery(on: actor is MainActor ? mainQueue : actor) { [weak actor] work in
      Task { [weak actor] in await actor?.call(work) }
    }
  }

  /// On a dispatch queue, serial or concurrent.
  public static func queue(_ queue: DispatchQueue) -> Delivery {
    Delivery(on: KnownExecutors.shared.executor(of: queue)) { work in queue.async(execute: work) }
  }

  /// The same, with flags for the work. It is the same executor.
  package static func queue(_ queue: DispatchQueue, _ flags: DispatchWorkItemFlags) -> Delivery {
    let rawFlags = flags.rawValue
    return Delivery(on: KnownExecutors.shared.executor(of: queue)) { work in
      queue.async(flags: DispatchWorkItemFlags(rawValue: rawFlags), execute: work)
    }
  }

  /// No hop: on the thread that settles the run, inside the settling call; where the run has settled already,
  /// inside the registering call; and where an earlier handler is still on its way, right after that one. Beside
  /// something else that takes more than a millisecond, another thread stands in for the one that settles.
  ///
  /// The cheapest, and the one to be careful with: do not block, and expect any thread.
  public static let immediate = Delivery()
}

extension Actor {
  fileprivate func call(_ work: @Sendable () -> Void) { work() }
}

extension Delivery {
  /// On an operation queue. A handler whose queue throws its operations away (`cancelAllOperations`) before
  /// it was called is lost with them; the handlers behind it are called all the same.
  public static func operationQueue(_ queue: OperationQueue) -> Delivery {
    // Foundation's main queue is dispatch's.
    let executor: AnyObject = queue === OperationQueue.main ? mainQueue : queue
    return Delivery(on: executor) { work in queue.addOperation(work) }
  }
}

/// What the system's own queues are known by: on Linux each look at one makes another object, whose address
/// is free for other objects soon after.
///
/// Handlers on `.global()` once had an executor each, and so no order, and the last report was not told
/// before the outcome.
final class KnownExecutors: Sendable {
  final class Executor: Sendable {}

  static let shared = KnownExecutors()

  let mainQueue = Executor()
  private let globalQueues = Lock<[String: Executor]>([:])

  private init() {}

  /// A queue of the program is known by its object; the system's queues by their labels, of which there are a
  /// dozen.
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

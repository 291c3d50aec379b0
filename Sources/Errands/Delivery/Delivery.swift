import Dispatch

/// Where a handler is called.
///
/// Handlers of one run are called one after the other, in the order in which they were registered, each on the
/// delivery that was chosen for it; so their order also holds on a concurrent queue.
public struct Delivery: Sendable {
  /// Hands a piece of work to the executor; nil where the work is called on the spot.
  @usableFromInline let enqueue: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

  /// A delivery of your own: `enqueue` is given a piece of work, and calls it once, later, somewhere else.
  public init(_ enqueue: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void) {
    self.enqueue = enqueue
  }

  @inlinable package var isImmediate: Bool { enqueue == nil }

  @inlinable
  init() {
    enqueue = nil
  }

  /// On the main actor.
  public static let mainActor = Delivery { work in
    Task { @MainActor in work() }
  }

  /// On Swift's cooperative pool, away from every actor. Do not block there.
  public static let concurrent = Delivery { work in
    Task { work() }
  }

  /// On an actor, which is held weakly: it is often the owner, and a run keeps no owner alive. Once the actor
  /// is gone, its handlers are dropped.
  public static func actor(_ actor: some Actor) -> Delivery {
    Delivery { [weak actor] work in
      Task { [weak actor] in await actor?.call(work) }
    }
  }

  /// On a dispatch queue, serial or concurrent.
  public static func queue(_ queue: DispatchQueue) -> Delivery {
    Delivery { work in queue.async(execute: work) }
  }

  /// No hop: on the thread that settles the run, inside the settling call; where the run has settled already,
  /// inside the registering call; and where an earlier handler is still on its way, right after that one.
  ///
  /// The cheapest, and the one to be careful with: do not block, and expect any thread.
  @inlinable
  public static var immediate: Delivery { Delivery() }
}

extension Actor {
  fileprivate func call(_ work: @Sendable () -> Void) { work() }
}

import Errands

/// Where a folder is read: on threads that may block, as many as it takes, so that a read that takes long holds up itself alone.
///
/// What comes before the first look at the folder waits for that: nothing is known before of entries that vary.
final class DiskReads: Sendable {
  /// Nil from the first look on.
  let waiting = Lock<[@Sendable () -> Void]?>([])

  /// Whether the folder has been looked at.
  var isOpen: Bool { waiting.withLock { $0 == nil } }

  /// Does the read soon. It answers there, and what is done with the answer may block as well.
  func start(_ read: @escaping @Sendable () -> Void) {
    let mayBegin = waiting.withLock { waiting in
      waiting?.append(read)
      return waiting == nil
    }
    if mayBegin { WorkerThreads.shared.start(read) }
  }

  /// The folder has been looked at.
  func open() {
    let reads = waiting.withLock { $0.take() } ?? []
    for read in reads { WorkerThreads.shared.start(read) }
  }

  /// The same for a task. Cancellation does not cut it short: what it answers has to be taken.
  func answer<Answer: Sendable>(_ read: @escaping @Sendable () -> Answer) async -> Answer? {
    await told { tell in start { tell(read()) } }
  }
}

import Errands

extension AsyncOperationQueue {
  /// Waits until the queue is empty, its progress says so, and the waiters for its operations have been told.
  ///
  /// - Throws: `CancellationError` where the waiting task is cancelled. The queue goes on.
  public func settled() async throws {
    let empty = Settlement<Void>()
    let number = members.whenEmpty(empty)
    do {
      try await empty.value()
    } catch {
      if let number { members.giveUp(number) }
      throw error
    }
  }

  /// Blocks its thread until the queue is empty. Called by an operation of the same queue, or by an observer of its
  /// progress, it waits for ever.
  @available(*, noasync, message: "It would block a thread of the cooperative pool: await settled() instead.")
  public func waitUntilAllOperationsAreFinished() {
    let isEmpty = BlockingSemaphore(value: 0)
    let empty = Settlement<Void>()
    empty.whenSettled { _ in isEmpty.signal() }
    _ = members.whenEmpty(empty)
    isEmpty.wait()
  }
}

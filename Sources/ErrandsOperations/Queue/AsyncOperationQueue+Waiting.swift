import Dispatch
import Errands

extension AsyncOperationQueue {
  /// Waits until the queue is empty, and those who waited for its operations have been told.
  ///
  /// - Throws: `CancellationError` where the waiting task is cancelled. The queue goes on.
  public func settled() async throws {
    try await members.whenEmpty().value()
  }

  /// Blocks its thread until the queue is empty. Of an operation of the same queue it would wait for its own end.
  @available(*, noasync, message: "It would block a thread of the cooperative pool: await settled() instead.")
  public func waitUntilAllOperationsAreFinished() {
    let isEmpty = BlockingSemaphore(value: 0)
    members.whenEmpty().whenSettled { _ in isEmpty.signal() }
    isEmpty.wait()
  }
}

import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

/// On Linux the second of each pair of notifications drives Foundation's queue; on Apple's platforms both are
/// observed.
@Suite("What an operation tells Foundation", .timeLimit(.minutes(1)))
struct NotificationTests {
  @Test("A queue of Foundation's counts what finished, and empties")
  func empties() async throws {
    let queue = OperationQueue()
    let operations = (0..<100).map { number in ErrandOperation { number } }
    queue.enqueue(operations)
    for operation in operations { try await operation.finished() }
    await onThread { queue.waitUntilAllOperationsAreFinished() }
    #expect(queue.operationCount == 0 && queue.operations.isEmpty)
  }

  @Test("One that was cancelled while it waits says that it has finished only when it was started")
  func notBeforeItsStart() async throws {
    let queue = OperationQueue()
    queue.isSuspended = true
    let operation = ManualOperation()
    let told = Gate()
    operation.completionBlock = { told.open() }
    queue.enqueue(operation)
    operation.cancel()
    #expect(!operation.isFinished && operation.outcome != nil)
    queue.isSuspended = false
    try await told.wait()
    #expect(operation.isFinished && operation.callbacks.count == 0)
  }

  @Test("The completion block is called once, however it ended")
  func completionBlock() async throws {
    let queue = OperationQueue()
    let (good, bad, cancelled) = (ManualOperation(), ManualOperation(), ManualOperation())
    let called = Events<String>()
    for (name, operation) in [("good", good), ("bad", bad), ("cancelled", cancelled)] {
      operation.completionBlock = { called.record(name) }
      queue.enqueue(operation)
    }
    try await good.callback().succeed(1)
    try await bad.callback().fail(Failure())
    cancelled.cancel()
    _ = try await called.event(3)
    #expect(called.all.sorted() == ["bad", "cancelled", "good"])
  }

  @Test("Whoever blocks until it has finished goes on")
  func waitUntilFinished() async throws {
    let operation = ManualOperation()
    OperationQueue().enqueue(operation)
    let callback = try await operation.callback()
    async let waited: Void = onThread { operation.waitUntilFinished() }
    callback.succeed(1)
    await waited
    #expect(operation.isFinished)
  }

  @Test("The current queue is there where the work begins")
  func currentQueue() async throws {
    final class Looking: AsyncOperation<Bool>, @unchecked Sendable {
      // Sendable: set once.
      let queue: OperationQueue
      init(_ queue: OperationQueue) {
        self.queue = queue
        super.init()
      }
      override func run(_ callback: Callback<Bool>) { callback.succeed(OperationQueue.current === queue) }
    }
    let queue = OperationQueue()
    let operation = Looking(queue)
    queue.enqueue(operation)
    #expect(try await operation.value)
  }
}

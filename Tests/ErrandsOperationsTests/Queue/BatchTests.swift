import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

@Suite("Operations that are added in one call", .timeLimit(.minutes(1)))
struct BatchTests {
  /// One by one, the first of them began before the others were in line, whatever its priority.
  @Test("Their priorities count before any of them begins", arguments: [true, false])
  func priorities(isForeign: Bool) async throws {
    let (queue, order) = (AsyncOperationQueue(maxConcurrentOperationCount: 1), Events<Int>())
    let priorities: [Operation.QueuePriority] = [.normal, .low, .veryHigh, .veryLow, .high]
    let operations = priorities.map { priority in
      let operation: Operation =
        isForeign
        ? BlockOperation { order.record(priority.rawValue) }
        : ErrandOperation { order.record(priority.rawValue) }
      operation.queuePriority = priority
      return operation
    }
    queue.addOperations(operations)
    try await queue.settled()
    #expect(order.all == [8, 4, 0, -4, -8])
  }

  @Test("Equals begin in the order of the call, and are in the queue in that order, whatever their priority")
  func order() async throws {
    let (queue, order) = (AsyncOperationQueue(maxConcurrentOperationCount: 1), Events<Int>())
    queue.isSuspended = true
    let operations = (0..<20).map { number in
      let operation = ErrandOperation { order.record(number) }
      operation.queuePriority = number.isMultiple(of: 2) ? .low : .high
      return operation
    }
    queue.addOperations(operations)
    #expect(queue.operations == operations)
    queue.isSuspended = false
    try await queue.settled()
    let (odd, even) = (stride(from: 1, to: 20, by: 2), stride(from: 0, to: 20, by: 2))
    #expect(order.all == Array(odd) + Array(even))
  }

  @Test("What waits in the queue already goes first among equals, and behind higher ones")
  func behindOthers() async throws {
    let (queue, order) = (AsyncOperationQueue(maxConcurrentOperationCount: 1), Events<String>())
    let running = ManualOperation()
    queue.addOperation(running)
    let callback = try await running.callback()
    queue.addOperation { order.record("before") }
    let (high, normal) = (
      ErrandOperation { order.record("high") }, ErrandOperation { order.record("normal") }
    )
    high.queuePriority = .high
    queue.addOperations([normal, high])
    callback.succeed(1)
    try await queue.settled()
    #expect(order.all == ["high", "before", "normal"])
  }

  @Test("Dependencies come before priorities")
  func dependencies() async throws {
    let (queue, order) = (AsyncOperationQueue(maxConcurrentOperationCount: 1), Events<String>())
    let (first, second) = (BlockOperation { order.record("low") }, BlockOperation { order.record("high") })
    (first.queuePriority, second.queuePriority) = (.low, .high)
    second.addDependency(first)
    queue.addOperations([second, first])
    try await queue.settled()
    #expect(order.all == ["low", "high"])
  }

  @Test(
    "A call that waits returns when all of them have finished, in whatever way, and one that does not at once"
  )
  func waits() async throws {
    let queue = AsyncOperationQueue()
    let worked = Events<Int>()
    let cancelled = BlockOperation { Issue.record("worked") }
    cancelled.cancel()
    let failing = ErrandOperation<Void> { throw Failure() }
    await onThread {
      let blocks = (0..<10).map { number in BlockOperation { worked.record(number) } }
      queue.addOperations(blocks + [cancelled, failing], waitUntilFinished: true)
      #expect(worked.count == 10 && cancelled.isFinished && failing.isFinished)
    }
    // Each has finished a moment before it leaves the queue.
    try await queue.settled()
    queue.isSuspended = true
    await onThread { queue.addOperations([BlockOperation { worked.record(10) }], waitUntilFinished: false) }
    #expect(worked.count == 10 && queue.operationCount == 1)
    queue.isSuspended = false
    try await queue.settled()
    #expect(worked.count == 11)
  }

  @Test("No operations at all, and one that is in a queue already, have no effect")
  func nothing() async throws {
    let (queue, other) = (AsyncOperationQueue(), AsyncOperationQueue())
    let (known, low) = (ManualOperation(), ManualOperation())
    low.queuePriority = .low
    other.addOperation(known)
    queue.addOperations([Operation]())
    queue.addOperations([known, low])
    #expect(queue.operations == [low])
    for operation in [known, low] { try await operation.callback().succeed(1) }
    try await queue.settled()
  }
}

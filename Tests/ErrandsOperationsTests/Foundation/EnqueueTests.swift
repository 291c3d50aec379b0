import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

@Suite("Putting operations into Foundation's queue", .timeLimit(.minutes(1)))
struct EnqueueTests {
  /// With `addOperation` the dependent stalls in some of 25,000 rounds: Foundation on Linux looks whether it
  /// is ready, and only then notes that it has to be told.
  @Test("A dependency that ends while its dependent is being added wakes it up, each time")
  func wakeUp() async throws {
    let (firstQueue, secondQueue) = (OperationQueue(), OperationQueue())
    for _ in 0..<Sizes.wakeUpRounds {
      let dependency = ErrandOperation(Errand<Void>.success(()))
      let dependent = ErrandOperation(Errand<Void>.success(()))
      dependent.addDependency(dependency)
      firstQueue.enqueue(dependency)
      secondQueue.enqueue(dependent)
      try await dependent.value
    }
  }

  @Test("So does one of Foundation's")
  func foreignWakeUp() async throws {
    let queue = OperationQueue()
    for _ in 0..<Sizes.wakeUpRounds / 10 {
      let (dependency, dependent) = (BlockOperation {}, BlockOperation {})
      dependent.addDependency(dependency)
      queue.enqueue(dependency)
      queue.enqueue(dependent)
      try await dependent.finished()
    }
  }

  @Test("Operations in one step, in whatever order, begin in that of their dependencies")
  func batch() async throws {
    let (queue, order) = (OperationQueue(), Events<Int>())
    let operations = (0..<50).map { number in ErrandOperation { order.record(number) } }
    for (one, next) in zip(operations, operations.dropFirst()) { next.addDependency(one) }
    #expect(queue.enqueue(operations.shuffled()).isEmpty)
    try await operations.last?.value
    #expect(order.all == Array(0..<50))
  }

  /// In Foundation each of these is a fatal error.
  @Test("One that is in a queue, is under way, or has ended, is refused, and the others go in")
  func twice() async throws {
    let (queue, other) = (OperationQueue(), OperationQueue())
    queue.isSuspended = true
    let (queued, underWay, new) = (ManualOperation(), ManualOperation(), ManualOperation())
    #expect(queue.enqueue(queued))
    #expect(!queue.enqueue(queued) && !other.enqueue(queued))
    underWay.start()
    #expect(queue.enqueue([queued, underWay, new, new]) == [queued, underWay, new])
    queue.isSuspended = false
    for operation in [queued, underWay, new] { try await operation.callback().succeed(1) }
    #expect(!queue.enqueue(new))
  }

  @Test("The same of Foundation's own, as far as this queue knows of them")
  func foreignTwice() async throws {
    let queue = OperationQueue()
    queue.isSuspended = true
    let operation = BlockOperation {}
    #expect(queue.enqueue([operation, operation]) == [operation])
    #expect(!queue.enqueue(operation))
    queue.isSuspended = false
    try await operation.finished()
    #expect(!queue.enqueue(operation))
  }

  @Test("A queue of ours does not take what is in one of Foundation's, nor the other way round")
  func bothQueues() async throws {
    let (queue, ours) = (OperationQueue(), AsyncOperationQueue())
    let (first, second) = (ManualOperation(), ManualOperation())
    (queue.isSuspended, ours.isSuspended) = (true, true)
    #expect(queue.enqueue(first) && !ours.addOperation(first))
    #expect(ours.addOperation(second) && !queue.enqueue(second))
    (queue.isSuspended, ours.isSuspended) = (false, false)
    for operation in [first, second] { try await operation.callback().succeed(1) }
  }

  /// Foundation on Linux takes the queue's lock twice.
  @Test("One that was cancelled before, is put in behind a barrier without a deadlock")
  func barrier() async throws {
    let (queue, begun, gate) = (OperationQueue(), Gate(), Gate())
    let first = ErrandOperation {
      begun.open()
      try await gate.wait()
    }
    queue.enqueue(first)
    try await begun.wait()
    queue.addBarrierBlock { @Sendable in }
    let operation = ManualOperation()
    operation.cancel()
    await onThread { queue.enqueue(operation) }
    #expect(operation.isFinished)
    gate.open()
    try await first.value
  }

  @Test("Foundation's queue never runs more of them than it is allowed to")
  func limit() async throws {
    let (queue, running) = (OperationQueue(), Events<Int>())
    queue.maxConcurrentOperationCount = 2
    let count = Lock(0)
    let operations = (0..<100).map { _ in
      ErrandOperation {
        running.record(
          count.withLock { count in
            count += 1
            return count
          }
        )
        await Task.yield()
        count.withLock { $0 -= 1 }
      }
    }
    queue.enqueue(operations)
    for operation in operations { try await operation.value }
    #expect(running.all.allSatisfy { $0 <= 2 })
  }

  @Test("Of those that wait, the highest priority begins first")
  func priority() async throws {
    let (queue, order) = (OperationQueue(), Events<Int>())
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    let priorities: [Operation.QueuePriority] = [.veryLow, .low, .normal, .high, .veryHigh]
    let operations = priorities.map { priority in
      let operation = ErrandOperation { order.record(priority.rawValue) }
      operation.queuePriority = priority
      #expect(operation.queuePriority == priority)
      return operation
    }
    queue.enqueue(operations)
    queue.isSuspended = false
    // The highest first: awaiting one raises it.
    for operation in operations.reversed() { try await operation.value }
    #expect(order.all == priorities.map(\.rawValue).reversed())
  }
}

import Dispatch
import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

/// What Foundation's own tests ask of its queue, asked of ours. What they ask of priorities, batches, the current
/// queue, the main queue and the underlying one is in the suites of these.
@Suite("A queue of ours passes the tests of Foundation's", .timeLimit(.minutes(1)))
struct FoundationCaseTests {
  enum Kind: CaseIterable, Sendable { case ours, foundations }

  private func operation(_ kind: Kind, _ work: @escaping @Sendable () -> Void) -> Operation {
    switch kind {
    case .foundations: BlockOperation(block: work)
    case .ours:
      ErrandOperation<Void>(
        .fromCallback { callback in
          work()
          callback.succeed(())
        }
      )
    }
  }

  @Test("The queue counts and lists what has not finished, in order", arguments: Kind.allCases)
  func operationCount(kind: Kind) async throws {
    let (queue, gate) = (AsyncOperationQueue(), DispatchSemaphore(value: 0))
    let operations = (0..<2).map { _ in operation(kind) { gate.wait() } }
    for operation in operations { queue.addOperation(operation) }
    #expect(queue.operationCount == 2 && queue.operations == operations)
    for _ in operations { gate.signal() }
    try await queue.settled()
    #expect(queue.operationCount == 0 && queue.operations.isEmpty)
  }

  @Test("An operation is executing while it works, and neither before nor after", arguments: Kind.allCases)
  func isExecuting(kind: Kind) async throws {
    let (queue, seen) = (AsyncOperationQueue(), Events<[Bool]>())
    let inside = Events<Operation>()
    let operation = operation(kind) {
      let own = inside.all[0]
      seen.record([own.isReady, own.isExecuting, own.isFinished, own.isCancelled])
    }
    inside.record(operation)
    #expect(operation.isReady && !operation.isExecuting && !operation.isFinished)
    queue.addOperation(operation)
    try await queue.settled()
    #expect(seen.all == [[true, true, false, false]])
    #expect(!operation.isExecuting && operation.isFinished && !operation.isCancelled)
  }

  @Test("Started by hand, without a queue, it works on the spot", arguments: Kind.allCases)
  func byHand(kind: Kind) {
    let worked = Events<Bool>()
    let operation = operation(kind) { worked.record(AsyncOperationQueue.current == nil) }
    operation.start()
    #expect(worked.count == 1 && operation.isFinished && !operation.isExecuting)
  }

  @Test("Cancelled without a queue it is cancelled, and neither executing", arguments: Kind.allCases)
  func cancelledOutOfQueue(kind: Kind) async throws {
    let operation = operation(kind) { Issue.record("worked") }
    operation.cancel()
    #expect(operation.isCancelled && !operation.isExecuting && operation.isReady)
    let queue = AsyncOperationQueue()
    queue.addOperation(operation)
    try await operation.finished()
    try await queue.settled()
  }

  @Test("Of those that wait, the cancelled ones do not work", arguments: Kind.allCases)
  func cancelOne(kind: Kind) async throws {
    let (queue, worked, gate) = (
      AsyncOperationQueue(maxConcurrentOperationCount: 1), Events<Int>(), DispatchSemaphore(value: 0)
    )
    let operations = (0..<5).map { number in
      operation(kind) {
        worked.record(number)
        gate.wait()
      }
    }
    queue.addOperations(operations)
    for number in [2, 4] { operations[number].cancel() }
    for _ in operations { gate.signal() }
    try await queue.settled()
    // What stands for an operation of Foundation's is cancelled at once, the operation itself when it has been begun:
    // the queue was empty now and then while the last one was about to be.
    for operation in operations { try await operation.finished() }
    #expect(worked.all == [0, 1, 3])
  }

  @Test("Cancelled while the queue is suspended they have finished, and never work", arguments: Kind.allCases)
  func cancelWhileSuspended(kind: Kind) async throws {
    let queue = AsyncOperationQueue()
    queue.isSuspended = true
    let operations = (0..<2).map { _ in operation(kind) { Issue.record("worked") } }
    for operation in operations { queue.addOperation(operation) }
    for operation in operations { operation.cancel() }
    queue.isSuspended = false
    try await queue.settled()
    for operation in operations {
      try await operation.finished()
      #expect(operation.isCancelled && !operation.isExecuting && operation.isFinished)
    }
  }

  @Test(
    "A dependency in another queue counts, whichever is added first",
    arguments: Kind.allCases,
    [true, false]
  )
  func crossQueue(kind: Kind, dependencyFirst: Bool) async throws {
    let (first, second, order) = (AsyncOperationQueue(), AsyncOperationQueue(), Events<Int>())
    let (dependency, dependent) = (operation(kind) { order.record(1) }, operation(kind) { order.record(2) })
    dependent.addDependency(dependency)
    #expect(dependent.dependencies == [dependency])
    if dependencyFirst { first.addOperation(dependency) }
    second.addOperation(dependent)
    if !dependencyFirst { first.addOperation(dependency) }
    await onThread { second.waitUntilAllOperationsAreFinished() }
    #expect(order.all == [1, 2] && second.operationCount == 0)
  }

  @Test("A dependency across Foundation's queue and ours, both ways", arguments: Kind.allCases)
  func acrossKindsOfQueue(kind: Kind) async throws {
    let (ours, foundations, order) = (AsyncOperationQueue(), OperationQueue(), Events<Int>())
    let operations = (0..<4).map { number in operation(kind) { order.record(number) } }
    for (one, next) in zip(operations, operations.dropFirst()) { next.addDependency(one) }
    for (number, operation) in operations.enumerated().reversed() {
      if number.isMultiple(of: 2) { ours.addOperation(operation) } else { foundations.enqueue(operation) }
    }
    for operation in operations { try await operation.finished() }
    #expect(order.all == [0, 1, 2, 3])
  }

  @Test("A queue that is let go of runs what is in it, the dependency too", arguments: Kind.allCases)
  func releasedQueue(kind: Kind) async throws {
    let order = Events<Int>()
    let (dependent, dependency) = (operation(kind) { order.record(2) }, operation(kind) { order.record(1) })
    dependent.addDependency(dependency)
    do {
      let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
      queue.addOperation(dependent)
      queue.addOperation(dependency)
    }
    try await dependent.finished()
    #expect(order.all == [1, 2])
  }

  @Test(
    "Whoever blocks until one has finished goes on; by then the queue soon counts it no more",
    arguments: Kind.allCases
  )
  func waitUntilFinished(kind: Kind) async throws {
    let (queue, gate) = (AsyncOperationQueue(), DispatchSemaphore(value: 0))
    let operation = operation(kind) { gate.wait() }
    queue.addOperation(operation)
    async let waited: Void = onThread { operation.waitUntilFinished() }
    gate.signal()
    await waited
    #expect(operation.isFinished)
    try await queue.settled()
    #expect(queue.operationCount == 0)
  }

  @Test("As many as the limit allows work at the same time", arguments: Kind.allCases)
  func concurrent(kind: Kind) async throws {
    let (queue, first, second) = (
      AsyncOperationQueue(maxConcurrentOperationCount: 2), DispatchSemaphore(value: 0),
      DispatchSemaphore(value: 0)
    )
    for _ in 0..<20 {
      // Each waits for the other.
      queue.addOperation(
        operation(kind) {
          first.signal()
          second.wait()
        }
      )
      queue.addOperation(
        operation(kind) {
          second.signal()
          first.wait()
        }
      )
      try await queue.settled()
    }
  }

  @Test("Dependencies, completion blocks and a limit together", arguments: Kind.allCases)
  func completions(kind: Kind) async throws {
    let (queue, order, completed) = (
      AsyncOperationQueue(maxConcurrentOperationCount: 2), Events<String>(), Events<String>()
    )
    for round in 0..<20 {
      let dependency = operation(kind) { order.record("dependency") }
      let dependent = operation(kind) { order.record("dependent") }
      dependent.addDependency(dependency)
      dependent.completionBlock = { completed.record("dependent") }
      queue.addOperations([dependent, dependency])
      try await queue.settled()
      #expect(try await completed.event(round + 1) == "dependent")
    }
    #expect(order.all == Array(repeating: ["dependency", "dependent"], count: 20).flatMap { $0 })
  }

  @Test("A block operation works through all of its blocks and has its place until the last has returned")
  func executionBlocks() async throws {
    let (queue, worked) = (AsyncOperationQueue(maxConcurrentOperationCount: 1), Events<String>())
    let operation = BlockOperation { worked.record("block") }
    for _ in 0..<2 { operation.addExecutionBlock { worked.record("block") } }
    #expect(operation.executionBlocks.count == 3)
    queue.addOperation(operation)
    queue.addOperation { worked.record("next") }
    try await queue.settled()
    #expect(worked.all == ["block", "block", "block", "next"])
  }

  @Test(
    "Everything before a barrier has ended when it works, and nothing behind it has begun",
    arguments: Kind.allCases
  )
  func barrier(kind: Kind) async throws {
    let (queue, order) = (AsyncOperationQueue(), Events<String>())
    for _ in 0..<10 { queue.addOperation(operation(kind) { order.record("before") }) }
    queue.addBarrierBlock { order.record("barrier") }
    for _ in 0..<10 { queue.addOperation(operation(kind) { order.record("behind") }) }
    try await queue.settled()
    let expected = Array(repeating: "before", count: 10) + ["barrier"] + Array(repeating: "behind", count: 10)
    #expect(order.all == expected)
  }

  @Test("The progress counts what was added and what has finished", arguments: Kind.allCases)
  func progress(kind: Kind) async throws {
    let queue = AsyncOperationQueue()
    let progress = queue.progress
    queue.isSuspended = true
    let operations = (0..<4).map { _ in operation(kind) {} }
    queue.addOperations(operations)
    #expect(progress.totalUnitCount == 4 && progress.completedUnitCount == 0)
    operations[0].cancel()
    #expect(progress.completedUnitCount == 1)
    queue.isSuspended = false
    try await queue.settled()
    #expect(progress.completedUnitCount == 4 && progress.isFinished)
  }

  @Test("It works where its quality of service says, and else that of its queue", arguments: Kind.allCases)
  func qualityOfService(kind: Kind) async throws {
    // Others for each kind: a thread of dispatch's that has just been used may not have been given back.
    let (low, high): (DispatchQoS.QoSClass, DispatchQoS.QoSClass) =
      kind == .ours ? (.utility, .userInitiated) : (.background, .userInteractive)
    let queue = AsyncOperationQueue(qualityOfService: kind == .ours ? .utility : .background)
    let worked = Events<Int>()
    let ofTheQueue = operation(kind) {
      dispatchPrecondition(condition: .onQueue(.global(qos: low)))
      worked.record(1)
    }
    let ofItsOwn = operation(kind) {
      dispatchPrecondition(condition: .onQueue(.global(qos: high)))
      worked.record(2)
    }
    ofItsOwn.qualityOfService = kind == .ours ? .userInitiated : .userInteractive
    queue.addOperations([ofTheQueue, ofItsOwn])
    try await queue.settled()
    #expect(worked.all.sorted() == [1, 2])
  }

  /// On Linux one of Foundation's that has taken back a dependency waits for it all the same.
  @Test("A dependency that is taken back is not waited for")
  func removedDependency() async throws {
    let queue = AsyncOperationQueue()
    let (never, dependent) = (operation(.ours) {}, operation(.ours) {})
    dependent.addDependency(never)
    #expect(!dependent.isReady)
    dependent.removeDependency(never)
    #expect(dependent.isReady && dependent.dependencies.isEmpty)
    queue.addOperation(dependent)
    try await queue.settled()
    #expect(dependent.isFinished && !never.isFinished)
  }
}

import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

@Suite("The life of an operation queue", .timeLimit(.minutes(1)))
struct QueueLifeTests {
  @Test("Adding, values and errors: blocks, asynchronous functions, subclasses")
  func adding() async throws {
    let queue = AsyncOperationQueue("covers", qualityOfService: .utility)
    let failure = Failure()
    let block = queue.addOperation { throw failure }
    let function = queue.addOperation("seven") {
      await Task.yield()
      return 7
    }
    #expect(try await function.value == 7)
    #expect(failure.isSame(as: try await block.ended()))
    #expect(queue.name == "covers" && function.name == "seven")
    #expect(queue.qualityOfService == .utility)
    try await queue.settled()
    #expect(queue.operationCount == 0 && queue.operations.isEmpty)
  }

  /// Foundation ends the process.
  @Test("An operation that is in a queue already, or has begun, is refused, and is not counted there")
  func twice() async throws {
    let (queue, other) = (AsyncOperationQueue(), AsyncOperationQueue())
    let (progress, elsewhere) = (queue.progress, other.progress)
    let operation = ManualOperation()
    #expect(queue.addOperation(operation))
    #expect(!queue.addOperation(operation))
    #expect(!other.addOperation(operation))
    try await operation.callback().succeed(1)
    try await queue.settled()
    #expect(!queue.addOperation(operation))
    #expect(other.operationCount == 0)
    #expect(progress.totalUnitCount == 1 && progress.completedUnitCount == 1)
    #expect(elsewhere.totalUnitCount == 0 && elsewhere.completedUnitCount == 0)
    #expect(other.addOperation(ErrandOperation { 1 }))
    try await other.settled()
    #expect(elsewhere.totalUnitCount == 1 && elsewhere.completedUnitCount == 1)
  }

  @Test("An operation that was cancelled before finishes at once, in a suspended queue too")
  func cancelledBefore() async throws {
    let queue = AsyncOperationQueue()
    queue.isSuspended = true
    let operation = ManualOperation()
    operation.cancel()
    #expect(queue.addOperation(operation))
    #expect(operation.isFinished)
    try await queue.settled()
  }

  @Test("What is in the queue is listed in the order in which it was added")
  func listing() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    let operations = (0..<3).map { ManualOperation("\($0)") }
    queue.addOperations(operations)
    let callback = try await operations[0].callback()
    #expect(queue.operations.map(\.name) == ["0", "1", "2"])
    #expect(queue.operationCount == 3)
    callback.succeed(0)
    for operation in operations[1...] { try await operation.callback().succeed(0) }
    try await queue.settled()
  }

  @Test(
    "Cancelling all ends what waits without starting it, stops what is under way, and concerns nothing later"
  )
  func cancelAll() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    let (running, waiting, later) = (ManualOperation(), ManualOperation(), ManualOperation())
    queue.addOperations([running, waiting])
    _ = try await running.callback()
    queue.cancelAllOperations()
    try await queue.settled()
    #expect(try await running.stops.event(1))
    #expect(waiting.callbacks.count == 0 && waiting.isCancelled)
    queue.addOperation(later)
    try await later.callback().succeed(1)
    try await queue.settled()
  }

  @Test("Adding and cancelling all from two threads: every operation ends once, and nothing is left")
  func cancelRace() async throws {
    try await withLiveObjects { live in
      let queue = AsyncOperationQueue(maxConcurrentOperationCount: 2)
      let ends = Events<Int>()
      await race(rounds: Sizes.raceRounds) { round in
        let probe = live.object("work")
        let operation = ErrandOperation(.fromCallback { $0.succeed(probe.name.count) })
        operation.whenSettled(on: .immediate) { _ in ends.record(round) }
        queue.addOperation(operation)
      } _: { _ in
        queue.cancelAllOperations()
      }
      try await queue.settled()
      #expect(ends.all.sorted() == Array(0..<Sizes.raceRounds))
      #expect(queue.operationCount == 0)
    }
  }

  @Test("A queue that is dropped while suspended cancels what waits, and nothing leaks")
  func droppedSuspended() async throws {
    try await withLiveObjects { live in
      let operation = ManualOperation("waits", live: live)
      let dependent = ManualOperation("depends", live: live)
      dependent.addDependency(operation)
      var queue: AsyncOperationQueue? = AsyncOperationQueue()
      queue?.isSuspended = true
      queue?.addOperations([operation, dependent])
      queue = nil
      #expect(operation.isFinished && operation.isCancelled)
      #expect(dependent.isFinished && dependent.isCancelled)
    }
  }

  @Test("A queue that is dropped while something is under way goes on with what waits for its turn")
  func droppedRunning() async throws {
    try await withLiveObjects { live in
      let (first, second) = (ManualOperation("first", live: live), ManualOperation("second", live: live))
      var queue: AsyncOperationQueue? = AsyncOperationQueue(maxConcurrentOperationCount: 1)
      queue?.addOperations([first, second])
      let callback = try await first.callback()
      queue = nil
      callback.succeed(1)
      try await second.callback().succeed(2)
      try await second.finished()
      #expect(try second.outcome?.get() == 2)
    }
  }

  @Test("A suspended queue starts nothing, and lets what is under way end")
  func suspension() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    let (first, second) = (ManualOperation(), ManualOperation())
    queue.addOperations([first, second])
    let callback = try await first.callback()
    queue.isSuspended = true
    callback.succeed(1)
    try await first.finished()
    #expect(second.callbacks.count == 0 && queue.operationCount == 1)
    queue.isSuspended = false
    try await second.callback().succeed(2)
    try await queue.settled()
  }

  /// Foundation's ignores operations that override `start()`, which all asynchronous ones do.
  /// Between the end of an operation and the turn of its dependents nobody held a queue that was made in passing: it
  /// went, and cancelled them.
  @Test("A queue that nobody keeps goes on with the dependents of what is under way, link by link")
  func droppedWithDependents() async throws {
    for _ in 0..<100 {
      let first = ErrandOperation { 1 }
      let second = ErrandOperation(after: first) { number in Errand { number + 1 } }
      let third = ErrandOperation(after: second) { number in Errand.success(number + 1) }
      AsyncOperationQueue().addOperations([first, second, third])
      #expect(try await third.value == 3)
    }
  }

  // Cancelled, an operation let go of what it waited for, and only then held its queue: by then that had ended, as the
  // last that held the queue.
  @Test("Nor while one of its operations is cancelled in the instant at which what it waits for ends")
  func droppedWithCancellation() async throws {
    for _ in 0..<1_000 {
      let (begun, goOn) = (Gate(), DispatchSemaphore(value: 0))
      let first = BlockOperation {
        begun.open()
        goOn.wait()
      }
      let second = ErrandOperation { 1 }
      second.addDependency(first, whenItFails: .run)
      var queue: AsyncOperationQueue? = AsyncOperationQueue()
      queue?.addOperation(first)
      queue?.addOperation(second)
      let barrier = queue?.addBarrierBlock {}
      queue = nil
      try await begun.wait()
      await race(rounds: 1) { _ in
        goOn.signal()
      } _: { _ in
        second.cancel()
      }
      try await barrier?.value
    }
  }

  @Test("Nor does it go before a failure has come down to the last of them")
  func droppedWithFailure() async throws {
    for _ in 0..<100 {
      let first = ErrandOperation<Int> { throw Failure() }
      let second = ErrandOperation(after: first) { number in Errand { number + 1 } }
      let third = ErrandOperation(after: second) { number in Errand.success(number + 1) }
      AsyncOperationQueue().addOperations([first, second, third])
      await #expect(throws: Failure.self) { try await third.value }
    }
  }

  @Test("Progress counts every operation, never goes down, and reaches its total")
  func progress() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 4)
    queue.addOperation {}
    try await queue.settled()
    let progress = queue.progress
    #expect(progress.totalUnitCount == 1 && progress.completedUnitCount == 1)
    let seen = Events<Int64>()
    await race(rounds: Sizes.raceRounds / 2) { _ in
      queue.addOperation(.init(.fromCallback { $0.succeed(()) }) as ErrandOperation<Void>)
    } _: { _ in
      seen.record(queue.progress.completedUnitCount)
    }
    let failing = ManualOperation()
    queue.addOperation(failing)
    try await failing.callback().fail(Failure())
    try await queue.settled()
    #expect(seen.all == seen.all.sorted())
    #expect(progress.totalUnitCount == Int64(Sizes.raceRounds / 2 + 2))
    #expect(progress.completedUnitCount == progress.totalUnitCount)
  }

  @Test("Waiting by blocking ends when the queue is empty")
  func blockingWait() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 2)
    let worked = Events<Int>()
    for number in 0..<10 { queue.addOperation { worked.record(number) } }
    await onThread { queue.waitUntilAllOperationsAreFinished() }
    #expect(worked.count == 10)
  }

  @Test("A task that waits for the queue and is cancelled leaves, and the queue goes on")
  func cancelledWait() async throws {
    let queue = AsyncOperationQueue()
    let operation = ManualOperation()
    queue.addOperation(operation)
    let callback = try await operation.callback()
    let waiting = Task { try await queue.settled() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    callback.succeed(1)
    try await queue.settled()
  }
}

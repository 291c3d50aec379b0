import Dispatch
import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

/// An `await` stood in line behind the handlers: one for a suspended queue held it up for ever.
@Suite("Awaiting an operation", .timeLimit(.minutes(1)))
struct AwaitTests {
  @Test("Law 2: An observer whose queue is suspended holds up nobody who awaits the value")
  func suspendedObserver() async throws {
    let suspended = DispatchQueue(label: "suspended", attributes: .initiallyInactive)
    let told = Events<String>()
    let operation = ManualOperation()
    operation.onProgress(on: .queue(suspended)) { _ in told.record("progress") }
    operation.whenSettled(on: .queue(suspended)) { _ in told.record("outcome") }
    async let before = operation.value
    operation.start()
    let callback = try await operation.callback()
    callback.report(completed: 1, total: 2)
    callback.succeed(7)
    #expect(try await before == 7)
    #expect(try await operation.value == 7)
    #expect(told.all.isEmpty)
    suspended.activate()
    #expect(try await told.event(2) == "outcome")
  }

  @Test("Law 2: Nor does a handler that blocks, whoever came first")
  func blockingHandler() async throws {
    let operation = ManualOperation()
    let end = DispatchSemaphore(value: 0)
    operation.whenSettled(on: .immediate) { _ in end.wait() }
    let task = AwaitingTask()
    #expect(operation.state.withLock { $0.await(task) } != nil)
    operation.start()
    let callback = try await operation.callback()
    async let settling: Void = onThread { callback.succeed(7) }
    await task.sleep()
    #expect(try await operation.value == 7)
    end.signal()
    await settling
  }

  @Test("A task that gives up gets a cancellation at once, and the operation goes on")
  func givesUp() async throws {
    let operation = ManualOperation()
    operation.start()
    let waiting = Task { try await operation.value }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    try await operation.callback().succeed(1)
    #expect(try await operation.value == 1)
  }

  @Test("A value that is there is given to a task that is cancelled, too")
  func cancelledBehind() async throws {
    let operation = ManualOperation()
    operation.start()
    try await operation.callback().succeed(1)
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await operation.value
    }
    #expect(try await late.value == 1)
  }

  /// 200,000 of them kept 59 MB until the operation ended.
  @Test("Law 3: Awaits that were given up leave nothing behind")
  func nothingLeftOfAwaits() async throws {
    let operation = ManualOperation()
    for _ in 0..<10 {
      let tasks = (0..<100).map { _ in Task { try await operation.value } }
      for task in tasks { task.cancel() }
      for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    }
    #expect(operation.state.withLock { $0.waitingCount } == 0)
    operation.cancel()
  }

  @Test("Law 3: Nor do those who waited for a queue to become empty")
  func nothingLeftOfQueueWaits() async throws {
    let queue = AsyncOperationQueue()
    let operation = ManualOperation()
    queue.addOperation(operation)
    let tasks = (0..<100).map { _ in Task { try await queue.settled() } }
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    #expect(queue.members.waitingCount == 0)
    try await operation.callback().succeed(1)
    try await queue.settled()
  }

  /// 200,000 of them kept 37 MB until the dependency ended.
  @Test("Law 3: Dependents that have ended leave nothing behind, in a queue or not")
  func nothingLeftOfDependents() async throws {
    try await withLiveObjects { live in
      let (dependency, queue) = (ManualOperation(), AsyncOperationQueue())
      for _ in 0..<100 {
        let (queued, loose, released) = (
          ManualOperation(live: live), ManualOperation(live: live), ManualOperation(live: live)
        )
        for dependent in [queued, loose, released] { dependent.addDependency(dependency) }
        queue.addOperation(queued)
        for dependent in [queued, loose] { dependent.cancel() }
        released.removeDependency(dependency)
        #expect(dependency.state.withLock { $0.waitingCount } == 0)
      }
      try await live.allGone()
      #expect(queue.operationCount == 0 && !dependency.isFinished)
      dependency.cancel()
    }
  }

  @Test("A dependent that is freed without having run leaves nothing behind either")
  func nothingLeftOfFreedDependents() {
    let dependency = ManualOperation()
    for _ in 0..<100 { ManualOperation().addDependency(dependency) }
    #expect(dependency.state.withLock { $0.waitingCount } == 0)
  }

  @Test("A dependent that ends while it is being put behind another one leaves nothing there")
  func endsWhileAdded() async throws {
    let rounds = Sizes.raceRounds
    let dependency = ManualOperation()
    let dependents = (0..<rounds).map { _ in ManualOperation() }
    await race(rounds: rounds) { round in
      dependents[round].addDependency(dependency)
    } _: { round in
      dependents[round].cancel()
    }
    #expect(dependency.state.withLock { $0.waitingCount } == 0)
  }

  @Test("Awaits, cancellations of them and the end in the same instant: each task gets one answer")
  func endAgainstCancellation() async throws {
    let rounds = Sizes.raceRounds
    let operations = (0..<rounds).map { _ in ErrandOperation(Errand.success(1)) }
    let tasks = operations.map { operation in Task { try await operation.value } }
    await race(rounds: rounds) { round in
      operations[round].start()
    } _: { round in
      tasks[round].cancel()
    }
    for task in tasks {
      let result = await task.result
      #expect((try? result.get()) == 1 || result.failure is CancellationError)
    }
    #expect(operations.allSatisfy { $0.state.withLock { $0.waitingCount } == 0 })
  }
}

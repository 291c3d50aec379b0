import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

@Suite("Conditions of an operation", .timeLimit(.minutes(1)))
struct ConditionTests {
  @Test("Conditions are asked in order, after the dependencies and before the work")
  func order() async throws {
    let (queue, order) = (AsyncOperationQueue(), Events<String>())
    let dependency = ErrandOperation { order.record("dependency") }
    let operation = ErrandOperation { order.record("work") }
    operation.addDependency(dependency)
    operation.addCondition("signed in") { order.record("first") }
    operation.addCondition("online", Errand { order.record("second") })
    queue.addOperations([operation, dependency])
    try await queue.settled()
    #expect(order.all == ["dependency", "first", "second", "work"])
  }

  @TaskLocal private static var caller = "nobody"

  // The work had them, and a condition that signs in had not: its requests belonged to nobody's trace.
  @Test("Conditions and handed over results have the task-local values of whoever runs the errand")
  func taskLocals() async throws {
    let (queue, heard) = (AsyncOperationQueue(), Events<String>())
    let value = ErrandOperation { 1 }
    queue.addOperation(value)
    let errand = Errand<Void>.fromOperation(in: queue) {
      let operation = ErrandOperation { heard.record("work of \(Self.caller)") }
      operation.addMutualExclusion("task-local values of conditions")
      operation.injectResult(from: value) { _, _ in heard.record("result of \(Self.caller)") }
      operation.addCondition("signed in", Errand { heard.record("first of \(Self.caller)") })
      operation.addCondition("online") { heard.record("second of \(Self.caller)") }
      return operation
    }
    async let one: Void = Self.$caller.withValue("one") { try await errand.value() }
    async let two: Void = Self.$caller.withValue("two") { try await errand.value() }
    _ = try await (one, two)
    for caller in ["one", "two"] {
      let own = heard.all.filter { $0.hasSuffix(caller) }
      #expect(own == ["result", "first", "second", "work"].map { "\($0) of \(caller)" })
    }
  }

  /// It had that of nobody: an urgent operation waited for a request that was not.
  @Test("A condition has the operation's priority, as that changes, and is its part in the trace")
  func priority() async throws {
    let (queue, operation) = (AsyncOperationQueue(), ManualOperation())
    let (asked, heard) = (Events<Callback<Void>>(), Events<WorkPriority>())
    operation.queuePriority = .high
    let condition = Errand<Void>.fromCallback("condition with a priority") { callback in
      callback.onPriorityChange { heard.record($0) }
      asked.record(callback)
    }
    operation.addCondition("asked", condition)
    let tracking = Trace.track()
    queue.addOperation(operation)
    let callback = try await asked.event(1)
    #expect(callback.priority == .high)
    operation.queuePriority = .veryHigh
    #expect(heard.all == [.high, .veryHigh])
    let entry = Trace.dump().entries.first { $0.run.name == "condition with a priority" }
    #expect(entry?.run.parent != nil)
    tracking.cancel()
    callback.succeed(())
    try await operation.callback().succeed(1)
    try await queue.settled()
  }

  @Test(
    "A condition that fails ends the operation with an error that names it, and nothing after it is asked"
  )
  func failing() async throws {
    let queue = AsyncOperationQueue()
    let (operation, failure, asked) = (ManualOperation(), Failure(), Events<String>())
    operation.addCondition("online") { throw failure }
    operation.addCondition("signed in") { asked.record("signed in") }
    queue.addOperation(operation)
    let error = try #require(try await operation.ended() as? OperationConditionError)
    #expect(error.condition == "online")
    #expect(failure.isSame(as: error.reason))
    #expect(error.description.contains("online"))
    try await queue.settled()
    #expect(operation.callbacks.count == 0 && asked.count == 0 && operation.isFinished)
  }

  @Test("A failed condition fails the dependents of its operation")
  func dependents() async throws {
    let queue = AsyncOperationQueue()
    let (operation, dependent) = (ManualOperation(), ManualOperation())
    operation.addCondition("never") { throw Failure() }
    dependent.addDependency(operation)
    queue.addOperations([operation, dependent])
    #expect(try await dependent.ended() is OperationConditionError)
    try await queue.settled()
  }

  @Test(
    "Cancelling the operation stops the condition that is asked, and the work never begins; nothing leaks"
  )
  func cancelling() async throws {
    try await withLiveObjects { live in
      let queue = AsyncOperationQueue()
      let (asked, stopped) = (Gate(), Gate())
      let probe = live.object("work")
      let operation = ErrandOperation { _ = probe.name }
      operation.addCondition("for ever") { [probe = live.object("condition")] in
        asked.open()
        do {
          try await Gate().wait()
        } catch {
          stopped.open()
          throw Failure()
        }
        _ = probe.name
      }
      queue.addOperation(operation)
      try await asked.wait()
      operation.cancel()
      try await stopped.wait()
      try await queue.settled()
      #expect(operation.isCancelled && operation.isFinished)
    }
  }

  @Test("A condition that is cancelled ends the operation as cancelled")
  func cancelledCondition() async throws {
    let queue = AsyncOperationQueue()
    let operation = ManualOperation()
    operation.addCondition("gone", .failure(CancellationError()))
    queue.addOperation(operation)
    #expect(try await operation.ended() is CancellationError)
    try await queue.settled()
  }

  @Test("Conditions hold in Foundation's queue too")
  func foundation() async throws {
    let queue = OperationQueue()
    let (good, bad) = (ManualOperation(), ManualOperation())
    good.addCondition("yes") {}
    bad.addCondition("no") { throw Failure() }
    queue.enqueue([good, bad])
    try await good.callback().succeed(1)
    #expect(try await good.value == 1)
    #expect(try await bad.ended() is OperationConditionError)
    try await bad.finished()
  }

  @Test("An operation waits for its category before its conditions are asked, so that they are still true")
  func exclusionFirst() async throws {
    let queue = AsyncOperationQueue()
    let (holder, operation, asked) = (ManualOperation(), ManualOperation(), Events<Int>())
    holder.addMutualExclusion("before conditions")
    operation.addMutualExclusion("before conditions")
    operation.addCondition("asked") { asked.record(1) }
    queue.addOperation(holder)
    let callback = try await holder.callback()
    queue.addOperation(operation)
    #expect(asked.count == 0)
    callback.succeed(1)
    try await operation.callback().succeed(2)
    #expect(asked.count == 1)
    try await queue.settled()
  }

  @Test("Retry and timeout come with the errand")
  func retryAndTimeout() async throws {
    let queue = AsyncOperationQueue()
    let (tries, clock) = (Events<Int>(), VirtualClock())
    let flaky = Errand<Int> {
      tries.record(1)
      guard tries.count == 3 else { throw Failure() }
      return 7
    }
    let policy = RetryPolicy(retries: 3, base: .zero)
    let patient = ErrandOperation(flaky.retry(policy))
    let slow = ErrandOperation(Errand { try await Gate().wait() }.timeout(after: .seconds(5), clock: clock))
    queue.addOperations([patient, slow])
    #expect(try await patient.value == 7)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(5))
    #expect(try await slow.ended() is TimeoutError)
    try await queue.settled()
    #expect(tries.count == 3)
  }
}

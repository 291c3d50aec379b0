import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

/// What is urgent waited for operations that nothing had told so: their places in the queue stayed behind all others.
@Suite("What waits for an operation lends it its priority", .timeLimit(.minutes(1)))
struct OperationPriorityTests {
  private let begun = Events<String>()
  private let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)

  init() {
    queue.isSuspended = true
  }

  private func note(_ name: String, _ priority: Operation.QueuePriority = .normal) -> ErrandOperation<Void> {
    let operation = ErrandOperation<Void>(
      .fromCallback(name) { [begun] callback in
        begun.record("\(name) \(callback.priority)")
        callback.succeed(())
      }
    )
    operation.queuePriority = priority
    return operation
  }

  private func release() async throws -> [String] {
    queue.isSuspended = false
    try await queue.settled()
    return begun.all
  }

  @Test("An operation that depends on it, however many stand between")
  func dependents() async throws {
    let (first, second, last) = (note("first", .low), note("second"), note("last", .veryHigh))
    second.addDependency(first)
    #expect(first.queuePriority == .normal)
    last.addDependency(second)
    #expect(first.queuePriority == .veryHigh && second.queuePriority == .veryHigh)
    queue.addOperations([note("other", .high), last, second, first])
    let order = try await release()
    // The others are ready when it has ended, and its place has gone to the next one then.
    #expect(order.first == "first veryHigh")
    #expect(Set(order) == ["first veryHigh", "second veryHigh", "last veryHigh", "other high"])
  }

  @Test("A dependent whose priority changes while all of them wait, and it is never lowered")
  func changes() async throws {
    let (first, second) = (note("first", .low), note("second", .low))
    second.addDependency(first)
    queue.addOperations([note("other"), second, first])
    second.queuePriority = .high
    #expect(first.queuePriority == .high)
    second.queuePriority = .veryLow
    #expect(first.queuePriority == .high)
    #expect(try await release() == ["first high", "other normal", "second veryLow"])
  }

  @Test("A chain of any length, on any stack")
  func chain() async throws {
    let operations = (0..<20_000).map { _ in note("", .low) }
    for (dependent, dependency) in zip(operations.dropFirst(), operations) {
      dependent.addDependency(dependency)
    }
    operations[operations.count - 1].queuePriority = .high
    #expect(operations.allSatisfy { $0.queuePriority == .high })
    for operation in operations { operation.cancel() }
  }

  @Test("A circle has an end")
  func circle() {
    let (first, second) = (note("first", .low), note("second", .high))
    first.addDependency(second)
    second.addDependency(first)
    #expect(first.outcome?.failure is OperationCycleError || second.outcome?.failure is OperationCycleError)
    second.queuePriority = .veryHigh
    first.queuePriority = .veryHigh
  }

  @Test("What is not lower, what has ended, and what is not this module's stay as they are")
  func untouched() async throws {
    let (high, ended) = (note("high", .high), note("ended", .low))
    ended.cancel()
    let dependent = note("dependent")
    dependent.addDependency(high)
    dependent.addDependency(ended, whenItFails: .run)
    #expect(high.queuePriority == .high && ended.queuePriority == .low)
    let foreign = BlockOperation()
    foreign.queuePriority = .veryLow
    dependent.addDependency(foreign)
    #expect(foreign.queuePriority == .veryLow)
    foreign.start()
  }

  /// It fell to the priority of who waited.
  @Test("And lowers no work that is more urgent already")
  func moreUrgent() async throws {
    let kept = Kept<Callback<Int>>()
    let operation = ErrandOperation(Errand<Int>.fromCallback { kept.set($0) }.priority(.veryHigh))
    operation.start()
    let waiting = ErrandOperation(Errand.success(1))
    waiting.queuePriority = .high
    waiting.addDependency(operation)
    #expect(operation.queuePriority == .high)
    #expect(kept.value?.priority == .veryHigh)
    kept.take()?.succeed(1)
    waiting.start()
  }

  @Test("A task that awaits it")
  func task() async throws {
    let raised = Events<WorkPriority>()
    let operation = ManualOperation()
    operation.queuePriority = .low
    operation.start()
    let callback = try await operation.callback()
    callback.onPriorityChange(raised.record)
    let task = Task(priority: .high) { try await operation.value }
    #expect(try await raised.event(2) == .high)
    #expect(operation.queuePriority == .high)
    callback.succeed(7)
    #expect(try await task.value == 7)
  }

  @Test("The run of an errand that was made of it, when it begins and when that changes")
  func errand() async throws {
    let operation = note("operation", .veryLow)
    queue.addOperation(note("other"))
    let run = Errand.fromOperation(in: queue) { operation }.priority(.low).run()
    #expect(operation.queuePriority == .low)
    run.priority = .high
    #expect(operation.queuePriority == .high)
    #expect(try await release() == ["operation high", "other normal"])
    try await run.value
  }
}

@Suite("A dump of what waits tells of operations", .timeLimit(.minutes(1)), .serialized)
struct OperationDumpTests {
  /// They were there as work that is under way, with nothing that they waited for.
  @Test("In a queue of this module's and in one of Foundation's: the queue, and the dependencies")
  func waiting() async throws {
    let tracking = Trace.track()
    let queue = AsyncOperationQueue("downloads", maxConcurrentOperationCount: 1)
    queue.isSuspended = true
    let foundation = OperationQueue()
    foundation.name = "filters"
    let download = ErrandOperation<Int>("operation dump: download") { 1 }
    let filter = ErrandOperation(after: download, name: "operation dump: filter") { $0 + 1 }
    foundation.enqueue(filter)
    queue.addOperation(download)
    let entries = Trace.dump().entries.filter { $0.run.name.hasPrefix("operation dump") }
    #expect(entries.map(\.queue) == ["downloads", "filters"])
    #expect(entries.map(\.waitsFor) == [[], [entries[0].id]])
    #expect(entries.allSatisfy { $0.run.phase == .queued })
    queue.isSuspended = false
    #expect(try await filter.value == 2)
    tracking.cancel()
  }
}

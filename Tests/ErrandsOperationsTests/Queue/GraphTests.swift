import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

@Suite("Dependencies in an operation queue", .timeLimit(.minutes(1)))
struct GraphTests {
  /// Foundation missed this end 5 times in 126,000 rounds; the dependent then stalled until something else happened.
  @Test("A dependency that finishes while its dependent is enqueued wakes it")
  func noLostWakeUp() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 4)
    let ends = Events<Int>()
    for round in 0..<Sizes.wakeUpRounds {
      let dependency = ErrandOperation(.fromCallback { $0.succeed(1) })
      let dependent = ErrandOperation(
        .fromCallback { callback in
          if round % 1_000 == 0 { ends.record(round) }
          callback.succeed(2)
        }
      )
      dependent.addDependency(dependency)
      queue.addOperation(dependency)
      queue.addOperation(dependent)
      // Now and then alone in its queue, where nothing else that happens could wake it.
      if round % 1_000 == 0 { _ = try await ends.event(round / 1_000 + 1) }
    }
    try await queue.settled()
  }

  @Test("Nothing starts before its dependencies, whatever the order in which they were added")
  func diamond() async throws {
    let begun = Events<String>()
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 4)
    let names = ["top", "left", "right", "bottom"]
    let operations = names.map { name in
      ErrandOperation(name) { begun.record(name) }
    }
    operations[1].addDependency(operations[0])
    operations[2].addDependency(operations[0])
    operations[3].addDependency(operations[1])
    operations[3].addDependency(operations[2])
    queue.addOperations(operations.reversed())
    try await queue.settled()
    #expect(begun.all.first == "top")
    #expect(begun.all.last == "bottom")
    #expect(begun.count == 4)
  }

  @Test("A failure passes down the graph at once, in a suspended queue too, and none of it works")
  func failure() async throws {
    let failure = Failure()
    let first = ManualOperation("first")
    let (second, third) = (ManualOperation("second"), ManualOperation("third"))
    second.addDependency(first)
    third.addDependency(second)
    let (running, suspended) = (AsyncOperationQueue(), AsyncOperationQueue())
    suspended.isSuspended = true
    suspended.addOperations([second, third])
    running.addOperation(first)
    try await first.callback().fail(failure)
    #expect(failure.isSame(as: try await third.ended()))
    #expect(failure.isSame(as: second.outcome?.failure))
    try await suspended.settled()
    #expect(second.callbacks.count == 0 && third.callbacks.count == 0)
    #expect(second.isFinished && third.isFinished)
  }

  @Test("A cancellation passes down the graph, and stops at those who run regardless")
  func cancellation() async throws {
    let queue = AsyncOperationQueue()
    queue.isSuspended = true
    let first = ManualOperation("first")
    let second = ManualOperation("second")
    let third = ManualOperation("third")
    second.addDependency(first)
    third.addDependency(second, whenItFails: .run)
    queue.addOperations([first, second, third])
    first.cancel()
    #expect(second.isFinished && second.isCancelled)
    #expect(queue.operationCount == 1)
    queue.isSuspended = false
    try await third.callback().succeed(3)
    #expect(try await third.value == 3)
  }

  @Test("A circle of three in the queue ends with an error that names it, and the queue is empty again")
  func cycle() async throws {
    let queue = AsyncOperationQueue()
    let (first, second, third) = (ManualOperation("a"), ManualOperation("b"), ManualOperation("c"))
    second.addDependency(first)
    third.addDependency(second)
    queue.addOperations([second, third])
    first.addDependency(third)
    queue.addOperation(first)
    let error = try #require(try await third.ended() as? OperationCycleError)
    #expect(error.description.contains("a → c → b → a"))
    try await queue.settled()
  }

  @Test("A circle of two ends both")
  func pair() async throws {
    let queue = AsyncOperationQueue()
    let (first, second) = (ManualOperation("a"), ManualOperation("b"))
    first.addDependency(second)
    second.addDependency(first)
    queue.addOperations([first, second])
    try await queue.settled()
    #expect(first.outcome?.failure is OperationCycleError)
    #expect(second.outcome?.failure is OperationCycleError)
  }

  @Test("A dependency that is added while the operation waits for its turn counts; it gives its turn away")
  func lateDependency() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    queue.isSuspended = true
    let late = ManualOperation("late")
    let (first, second) = (ManualOperation("first"), ManualOperation("second"))
    queue.addOperations([first, second])
    first.addDependency(late)
    queue.isSuspended = false
    try await second.callback().succeed(2)
    try await second.finished()
    #expect(first.callbacks.count == 0)
    #expect(queue.operationCount == 1)
    queue.addOperation(late)
    try await late.callback().succeed(0)
    try await first.callback().succeed(1)
    try await queue.settled()
  }

  @Test("An operation waits for one of Foundation's, in Foundation's queue")
  func foreign() async throws {
    let (gate, order) = (DispatchSemaphore(value: 0), Events<String>())
    let foreign = BlockOperation {
      gate.wait()
      order.record("foreign")
    }
    let ours = ErrandOperation { order.record("ours") }
    ours.addDependency(foreign)
    let (queue, other) = (AsyncOperationQueue(), OperationQueue())
    queue.addOperation(ours)
    other.addOperation(foreign)
    gate.signal()
    try await queue.settled()
    #expect(order.all == ["foreign", "ours"])
  }

  @Test("A long chain runs to its end")
  func chain() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 4)
    let count = Sizes.chain / 20
    let last = await Task.detached {
      var last = ErrandOperation(.fromCallback { $0.succeed(0) })
      queue.addOperation(last)
      for number in 1..<count {
        let next = ErrandOperation(.fromCallback { $0.succeed(number) })
        next.addDependency(last)
        queue.addOperation(next)
        last = next
      }
      return last
    }.value
    #expect(try await last.value == count - 1)
    try await queue.settled()
  }

  /// Foundation's overflowed the stack at 40,000.
  @Test("A long chain that waits in a suspended queue is released without overflowing a small stack")
  func release() async throws {
    try await withLiveObjects { live in
      await onThread {
        let queue = AsyncOperationQueue()
        queue.isSuspended = true
        var last = ManualOperation("first", live: live)
        for number in 1..<(Sizes.chain / 10) {
          let next = ManualOperation("\(number)", live: number % 1_000 == 0 ? live : nil)
          next.addDependency(last)
          queue.addOperation(last)
          last = next
        }
        queue.addOperation(last)
      }
    }
  }
}

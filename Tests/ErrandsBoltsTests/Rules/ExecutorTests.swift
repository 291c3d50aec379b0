import Dispatch
import ErrandsBolts
import ErrandsTesting
import Foundation
import Testing

@Suite("Where continuations are called", .timeLimit(.minutes(1)))
struct ExecutorTests {
  @Test("Rule 6: .default is inline, 21 levels deep, and then goes to the global queue")
  func defaultLevels() async {
    let inline = Events<Bool>()
    await onThread {
      let home = pthread_self()
      let source = TaskCompletionSource<Int>()
      var task = source.task
      for _ in 0..<40 {
        task = task.continueOnSuccessWith { number in
          inline.record(pthread_equal(home, pthread_self()) != 0)
          return number + 1
        }
      }
      source.set(result: 0)
      // The thread stays until all have been called: one that is made when it has gone may be taken for it.
      task.waitUntilCompleted()
    }
    #expect(inline.all == Array(repeating: true, count: 21) + Array(repeating: false, count: 19))
  }

  @Test("Rule 6: Continuations inside continuations count as well as those behind one another")
  func nestedLevels() async {
    let inline = Events<Bool>()
    let deepest = DispatchSemaphore(value: 0)
    @Sendable func descend(_ levels: Int, from home: pthread_t) {
      guard levels > 0 else {
        deepest.signal()
        return
      }
      Task(levels).continueWith { task in
        inline.record(pthread_equal(home, pthread_self()) != 0)
        descend(levels - 1, from: home)
      }
    }
    await onThread {
      descend(25, from: pthread_self())
      _ = deepest.wait(timeout: .now() + 30)
    }
    #expect(inline.all == Array(repeating: true, count: 21) + Array(repeating: false, count: 4))
  }

  @Test("Rule 6: Levels are left again: brothers are no deeper than one another")
  func brothers() async {
    await onThread {
      let inline = Events<Bool>()
      let home = pthread_self()
      let source = TaskCompletionSource<Int>()
      for _ in 0..<100 {
        source.task.continueWith { _ in inline.record(pthread_equal(home, pthread_self()) != 0) }
      }
      source.set(result: 1)
      for _ in 0..<100 { Task(1).continueWith { _ in inline.record(true) } }
      #expect(inline.all == Array(repeating: true, count: 200))
    }
  }

  @Test("Rule 7: .immediate is inline at any depth")
  func immediate() async {
    await onThread {
      let home = pthread_self()
      let source = TaskCompletionSource<Int>()
      var task = source.task
      for _ in 0..<1_000 {
        task = task.continueOnSuccessWith(.immediate) {
          pthread_equal(home, pthread_self()) != 0 ? $0 + 1 : $0
        }
      }
      source.set(result: 0)
      #expect(task.result == 1_000)
    }
  }

  @Test("Rule 8: .mainThread is inline on the main thread")
  @MainActor
  func mainInline() {
    let executor = Executor.mainThread
    let task = Task(1).continueWith(executor) { _ in
      MainActor.assertIsolated()
      return 2
    }
    #expect(task.result == 2)
  }

  @Test("Rule 8: .mainThread goes to the main queue from elsewhere")
  func mainFromElsewhere() async throws {
    let executor = Executor.mainThread
    let task = Task(1).continueWith(executor) { _ in
      MainActor.assertIsolated()
      return 2
    }
    #expect(try await task.value == 2)
  }

  @Test("Rule 9: .queue is always asynchronous")
  func queue() async throws {
    let queue = DispatchQueue(label: "queue")
    queue.suspend()
    let task = Task(1).continueWith(.queue(queue)) { _ in dispatchPrecondition(condition: .onQueue(queue)) }
    #expect(!task.completed)
    queue.resume()
    try await task.value
  }

  @Test("Rule 9: .operationQueue is always asynchronous")
  func operationQueue() async throws {
    let queue = OperationQueue()
    queue.isSuspended = true
    let task = Task(1).continueWith(.operationQueue(queue)) { _ in OperationQueue.current === queue }
    #expect(!task.completed)
    queue.isSuspended = false
    #expect(try await task.value)
  }

  @Test("Rule 9: The closure executors are given the body, and call it when they like")
  func closures() async throws {
    let steps = Steps()
    Task(1).continueWith(.noted(in: steps)) { _ in steps.record("body") }
    #expect(steps.all == ["executor", "body"])

    let bodies = UncheckedBodies()
    let task = Task(1).continueWith(.escapingClosure { bodies.add($0) }) { _ in 2 }
    #expect(!task.completed)
    bodies.callAll()
    #expect(task.result == 2)
  }

  @Test("An executor that calls the body twice has it called once")
  func twice() {
    let steps = Steps()
    let task = Task(1).continueWith(
      .closure { body in
        body()
        body()
      }
    ) { _ in steps.record("body") }
    #expect(steps.all == ["body"])
    #expect(task.completed)
  }

  @Test("execute(_:) of each executor calls the closure")
  func execute() async throws {
    let steps = Steps()
    let all: [Executor] = [
      .default, .immediate, .mainThread, .queue(.global()), .operationQueue(OperationQueue()),
      .closure { $0() }, .escapingClosure { $0() },
    ]
    for executor in all { executor.execute { steps.record("body") } }
    _ = try await steps.event(all.count)
    #expect(Set(all.map(\.description)).count == all.count)
    #expect(all.map(\.debugDescription) == all.map(\.description))
  }
}

/// Bodies that an executor was given, which are not Sendable in Bolts's signature.
private final class UncheckedBodies: @unchecked Sendable {
  // Sendable: used by one test, one call after the other.
  private var bodies: [() -> Void] = []

  func add(_ body: @escaping () -> Void) { bodies.append(body) }

  func callAll() {
    for body in bodies { body() }
  }
}

import Errands
@testable import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

@Suite("Mutual exclusion by name", .timeLimit(.minutes(1)))
struct MutualExclusionTests {
  private func operation(_ name: String, _ categories: String...) -> ManualOperation {
    let operation = ManualOperation(name)
    for category in categories { operation.addMutualExclusion(category) }
    return operation
  }

  @Test("Two of one category do not work at the same time, in our queue and in Foundation's")
  func twoQueues() async throws {
    let (ours, foundations) = (AsyncOperationQueue(), OperationQueue())
    let first = operation("first", "alert in two queues")
    let second = operation("second", "alert in two queues")
    let free = operation("free", "something else")
    ours.addOperation(first)
    let callback = try await first.callback()
    foundations.enqueue(second)
    ours.addOperation(free)
    try await free.callback().succeed(0)
    #expect(second.callbacks.count == 0)
    callback.succeed(1)
    try await second.callback().succeed(2)
    try await second.finished()
  }

  /// They come on threads of their own, so that nobody knows which one is first: a test that did hung now and then.
  @Test("However one ends, the next one follows, one at a time")
  func everyEnd() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 8)
    let working = Events<(operation: ErrandOperation<Int>, callback: Kept<Callback<Int>>)>()
    let made = Events<ErrandOperation<Int>>()
    for number in 0..<4 {
      let work = Errand<Int>.fromCallback { callback in
        working.record((made.all[number], Kept(callback)))
      }
      let operation = ErrandOperation(work)
      operation.addMutualExclusion("every end")
      made.record(operation)
    }
    queue.addOperations(made.all)
    let ends: [@Sendable (ErrandOperation<Int>, Kept<Callback<Int>>) -> Void] = [
      { $1.take()?.fail(Failure()) },
      { operation, _ in operation.cancel() },
      { $1.letGo() },
      { $1.take()?.succeed(3) },
    ]
    for (number, end) in ends.enumerated() {
      let (operation, callback) = try await working.event(number + 1)
      #expect(working.count == number + 1)
      end(operation, callback)
    }
    try await queue.settled()
    #expect(made.all.filter(\.isFinished).count == 4)
  }

  @Test("One that is cancelled while it waits is passed over, and never works")
  func cancelledWaiter() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 8)
    let first = operation("first", "cancelled waiter")
    queue.addOperation(first)
    let callback = try await first.callback()
    let (second, third) = (operation("second", "cancelled waiter"), operation("third", "cancelled waiter"))
    queue.addOperations([second, third])
    second.cancel()
    try await second.finished()
    callback.succeed(1)
    try await third.callback().succeed(3)
    try await queue.settled()
    #expect(second.callbacks.count == 0)
  }

  /// Operations come to a category in the order of their threads; here the order is certain.
  @Test("Who leaves while it waits is passed over, for the next in line")
  func leavesInLine() {
    let category = "leaves in line"
    let admitted = Events<Int>()
    let waiters = (0..<3).map { number in MutualExclusion.Waiter { admitted.record(number) } }
    #expect(waiters.map { MutualExclusion.enter(category, $0) } == [true, false, false])
    for number in [1, 0] { MutualExclusion.leave(category, waiters[number]) }
    #expect(admitted.all == [2])
    MutualExclusion.leave(category, waiters[2])
    let next = MutualExclusion.Waiter {}
    #expect(MutualExclusion.enter(category, next))
    MutualExclusion.leave(category, next)
  }

  /// Each kept its place, and its object, until its turn had come.
  @Test("A thousand that wait and leave again behind one that works leave nothing behind")
  func leaveNothing() {
    let category = "leave nothing"
    let (first, last, admitted) = (MutualExclusion.Waiter {}, Events<Int>(), Gate())
    #expect(MutualExclusion.enter(category, first))
    weak var early: MutualExclusion.Waiter?
    for number in 0..<1_000 {
      let waiter = MutualExclusion.Waiter { last.record(number) }
      if number == 0 { early = waiter }
      #expect(!MutualExclusion.enter(category, waiter))
      MutualExclusion.leave(category, waiter)
    }
    #expect(early == nil)
    let next = MutualExclusion.Waiter { admitted.open() }
    #expect(!MutualExclusion.enter(category, next))
    MutualExclusion.leave(category, first)
    #expect(admitted.isOpen && last.count == 0)
    MutualExclusion.leave(category, next)
  }

  @Test("One that waits in a suspended queue holds up nobody")
  func suspended() async throws {
    let (suspended, queue) = (AsyncOperationQueue(), AsyncOperationQueue())
    suspended.isSuspended = true
    let (first, second) = (operation("first", "suspended"), operation("second", "suspended"))
    suspended.addOperation(first)
    queue.addOperation(second)
    try await second.callback().succeed(2)
    try await queue.settled()
    suspended.isSuspended = false
    try await first.callback().succeed(1)
    try await suspended.settled()
  }

  @Test("Two categories in different orders do not lock one another, round after round")
  func twoCategories() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 8)
    let working = Lock((now: 0, most: 0))
    let make: @Sendable ([String]) -> Void = { categories in
      let operation = ErrandOperation {
        working.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        await Task.yield()
        working.withLock { $0.now -= 1 }
      }
      for category in categories { operation.addMutualExclusion(category) }
      queue.addOperation(operation)
    }
    await race(rounds: Sizes.raceRounds / 4) { _ in
      make(["left", "right"])
    } _: { _ in
      make(["right", "left"])
    }
    try await queue.settled()
    #expect(working.withLock { $0.most } == 1)
  }

  // Each was looked for among all, and put in between them: of 20,000 one operation was not through after a minute.
  @Test("One operation excludes others in many categories, each of them once")
  func manyCategories() async throws {
    let (first, second) = (operation("first"), operation("second", "0", "7"))
    for number in 0..<20_000 { first.addMutualExclusion("\(number % 10_000)") }
    let queue = AsyncOperationQueue()
    queue.addOperation(first)
    let callback = try await first.callback()
    queue.addOperation(second)
    callback.succeed(1)
    try await second.callback().succeed(2)
    try await queue.settled()
  }

  @Test("Many wait in one category, and each has its turn, without a stack frame for each")
  func many() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: Sizes.raceRounds)
    let first = operation("first", "many")
    queue.addOperation(first)
    let callback = try await first.callback()
    let worked = Lock(0)
    for _ in 0..<Sizes.raceRounds {
      let operation = ErrandOperation(
        .fromCallback { (callback: Callback<Void>) in
          worked.withLock { $0 += 1 }
          callback.succeed(())
        }
      )
      operation.addMutualExclusion("many")
      queue.addOperation(operation)
    }
    callback.succeed(0)
    try await queue.settled()
    #expect(worked.withLock { $0 } == Sizes.raceRounds)
  }
}

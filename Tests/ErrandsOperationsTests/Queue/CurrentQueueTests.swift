import Dispatch
import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

@Suite("The current queue, the main queue, and the dispatch queue below", .timeLimit(.minutes(1)))
struct CurrentQueueTests {
  @Test(
    "Inside an operation the current queue is its queue: in a block, in a subclass, in one of Foundation's"
  )
  func current() async throws {
    let (queue, seen) = (AsyncOperationQueue("one"), Events<AsyncOperationQueue?>())
    queue.addOperation { seen.record(AsyncOperationQueue.current) }
    queue.addOperation(BlockOperation { seen.record(AsyncOperationQueue.current) })
    queue.addOperation(
      ErrandOperation(
        .fromCallback { callback in
          seen.record(AsyncOperationQueue.current)
          callback.succeed(())
        } as Errand<Void>
      )
    )
    queue.addBarrierBlock { seen.record(AsyncOperationQueue.current) }
    try await queue.settled()
    #expect(seen.count == 4 && seen.all.allSatisfy { $0 === queue })
  }

  @Test("Two queues that work at the same time are told apart")
  func apart() async throws {
    let queues = (0..<4).map { AsyncOperationQueue("\($0)", maxConcurrentOperationCount: 2) }
    let seen = Events<Bool>()
    for round in 0..<200 {
      let queue = queues[round % 4]
      queue.addOperation { seen.record(AsyncOperationQueue.current == queue) }
      queue.addOperation(BlockOperation { seen.record(AsyncOperationQueue.current == queue) })
    }
    for queue in queues { try await queue.settled() }
    #expect(seen.count == 400 && seen.all.allSatisfy { $0 })
  }

  @Test("Of a queue that nobody keeps, its operation sees the same one")
  func passing() async throws {
    let (seen, gate) = (Events<AsyncOperationQueue?>(), DispatchSemaphore(value: 0))
    var queue: AsyncOperationQueue? = AsyncOperationQueue("passing", maxConcurrentOperationCount: 3)
    let look: @Sendable () -> Void = {
      gate.wait()
      seen.record(AsyncOperationQueue.current)
    }
    let operation = queue?.addOperation(nil, look)
    let foreign = BlockOperation(block: look)
    queue?.addOperation(foreign)
    weak let former = queue
    queue = nil
    #expect(former == nil)
    for _ in 0..<2 { gate.signal() }
    try await operation?.value
    try await foreign.finished()
    #expect(seen.all.allSatisfy { $0?.name == "passing" && $0?.maxConcurrentOperationCount == 3 })
    #expect(seen.all[0] == seen.all[1])
    #expect(Set(seen.all).count == 1)
  }

  @Test("On a thread without an operation there is none, nor in one that Foundation's queue runs")
  func none() async throws {
    let seen = Events<Bool>()
    await onThread { seen.record(AsyncOperationQueue.current == nil) }
    let operation = ErrandOperation<Void>(
      .fromCallback { callback in
        seen.record(AsyncOperationQueue.current == nil)
        callback.succeed(())
      }
    )
    OperationQueue().enqueue(operation)
    try await operation.value
    #expect(seen.all == [true, true])
  }

  @Test("Cancelling all, itself among them, from within an operation")
  func cancelsItself() async throws {
    let (queue, seen) = (AsyncOperationQueue(maxConcurrentOperationCount: 1), Events<Bool>())
    // Or the first could have worked before the second is there to be cancelled.
    queue.isSuspended = true
    queue.addOperation {
      AsyncOperationQueue.current?.cancelAllOperations()
      seen.record(AsyncOperationQueue.current === queue)
    }
    queue.addOperation { Issue.record("worked") }
    queue.isSuspended = false
    #expect(try await seen.event(1))
    try await queue.settled()
  }

  @Test("The main queue is one object, works on the main queue, and is the current one there")
  func main() async throws {
    #expect(AsyncOperationQueue.main === AsyncOperationQueue.main)
    let seen = Events<AsyncOperationQueue?>()
    let work: @Sendable () -> Void = {
      dispatchPrecondition(condition: .onQueue(.main))
      MainActor.assertIsolated()
      seen.record(AsyncOperationQueue.current)
    }
    let operation = AsyncOperationQueue.main.addOperation(nil, work)
    let foreign = BlockOperation(block: work)
    AsyncOperationQueue.main.addOperation(foreign)
    try await operation.value
    try await foreign.finished()
    #expect(seen.all.allSatisfy { $0 === AsyncOperationQueue.main })
    await MainActor.run { #expect(AsyncOperationQueue.current === AsyncOperationQueue.main) }
  }

  @Test("The main queue cannot be suspended, renamed, moved or widened")
  func mainIsFixed() {
    let main = AsyncOperationQueue.main
    main.isSuspended = true
    main.maxConcurrentOperationCount = 4
    main.name = "mine"
    main.underlyingQueue = nil
    #expect(!main.isSuspended && main.maxConcurrentOperationCount == 1)
    #expect(main.name == "main" && main.underlyingQueue?.label == DispatchQueue.main.label)
  }

  @Test("Operations begin on the underlying queue, conditions and Foundation's own among them")
  func underlying() async throws {
    let below = DispatchQueue(label: "below")
    let queue = AsyncOperationQueue(underlyingQueue: below)
    #expect(queue.underlyingQueue === below)
    let worked = Events<String>()
    let work: @Sendable (String) -> Void = { name in
      dispatchPrecondition(condition: .onQueue(below))
      worked.record(AsyncOperationQueue.current === queue ? name : "elsewhere")
    }
    queue.addOperation { work("block") }
    queue.addOperation(BlockOperation { work("foreign") })
    let conditional = ErrandOperation<Void>(
      .fromCallback { callback in
        work("conditional")
        callback.succeed(())
      }
    )
    conditional.addCondition("always", .success(()))
    conditional.addMutualExclusion("below")
    queue.addOperation(conditional)
    try await queue.settled()
    #expect(worked.all.sorted() == ["block", "conditional", "foreign"])
  }

  @Test("It counts for what is added from then on, and can be taken back")
  func underlyingChanges() async throws {
    let (queue, below) = (AsyncOperationQueue(), DispatchQueue(label: "below"))
    let (key, seen) = (Key(), Events<Bool>())
    below.setSpecific(key: key.key, value: true)
    let look: @Sendable () -> Void = { seen.record(DispatchQueue.getSpecific(key: key.key) == true) }
    try await queue.addOperation(nil, look).value
    queue.underlyingQueue = below
    try await queue.addOperation(nil, look).value
    queue.underlyingQueue = nil
    try await queue.addOperation(nil, look).value
    #expect(seen.all == [false, true, false])
  }

  /// An operation that ends in one step must not keep the dispatch queue for the next one.
  @Test("Between two operations the underlying queue does what else it has to do")
  func underlyingIsShared() async throws {
    let (below, order) = (DispatchQueue(label: "below"), Events<String>())
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1, underlyingQueue: below)
    queue.isSuspended = true
    for name in ["first", "second"] {
      queue.addOperation {
        below.async { order.record("behind \(name)") }
        order.record(name)
      }
    }
    below.suspend()
    queue.isSuspended = false
    below.async { order.record("between") }
    below.resume()
    try await queue.settled()
    _ = try await order.event(5)
    #expect(order.all == ["first", "between", "behind first", "second", "behind second"])
  }

  @Test("Queues are told apart by identity")
  func identity() {
    let (one, two) = (AsyncOperationQueue("same"), AsyncOperationQueue("same"))
    #expect(one == one && one != two)
    #expect(Set([one, two, one]).count == 2)
  }

  private struct Key: @unchecked Sendable {
    // Sendable: a key is nothing but its identity.
    let key = DispatchSpecificKey<Bool>()
  }
}

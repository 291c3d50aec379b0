import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

/// Code bases that come from Foundation's queue have operations of their own.
@Suite("Operations of Foundation's in a queue of ours", .timeLimit(.minutes(1)))
struct ForeignMemberTests {
  @Test("They take their turn among ours, and keep to the limit")
  func turn() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    let order = Events<String>()
    let first = ManualOperation()
    queue.addOperation(first)
    queue.addOperation(BlockOperation { order.record("block") })
    queue.addOperation { order.record("ours") }
    let callback = try await first.callback()
    #expect(order.all.isEmpty && queue.operationCount == 3)
    callback.succeed(1)
    try await queue.settled()
    #expect(order.all == ["block", "ours"])
    #expect(queue.operationCount == 0)
  }

  @Test("One has its place until it has finished, not just until it has begun")
  func place() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    let (slow, next) = (SlowOperation(), ManualOperation())
    queue.addOperation(slow)
    queue.addOperation(next)
    try await slow.begun.wait()
    #expect(next.callbacks.all.isEmpty)
    slow.finish()
    try await next.callback().succeed(1)
    try await queue.settled()
    #expect(slow.starts.count == 1)
  }

  @Test("They wait for their dependencies, and run also where those were cancelled, as Foundation has it")
  func dependencies() async throws {
    let queue = AsyncOperationQueue()
    let order = Events<String>()
    let (failing, cancelled) = (ManualOperation(), BlockOperation { order.record("cancelled") })
    let last = BlockOperation { order.record("last") }
    for dependency in [failing, cancelled] { last.addDependency(dependency) }
    queue.addOperation(last)
    queue.addOperation(failing)
    cancelled.cancel()
    queue.addOperation(cancelled)
    let callback = try await failing.callback()
    #expect(order.all.isEmpty)
    callback.fail(Failure())
    try await queue.settled()
    #expect(order.all == ["last"] && cancelled.isFinished)
  }

  @Test("The highest priority goes first")
  func priority() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    queue.isSuspended = true
    let order = Events<String>()
    for (name, priority) in [("low", Operation.QueuePriority.low), ("high", .high)] {
      let operation = BlockOperation { order.record(name) }
      operation.queuePriority = priority
      queue.addOperation(operation)
    }
    queue.isSuspended = false
    try await queue.settled()
    #expect(order.all == ["high", "low"])
  }

  /// In a queue of Foundation's somebody may wait for it.
  @Test("One that is cancelled before its turn finishes without having worked, waiting for others or not")
  func cancelledBefore() async throws {
    let (queue, foundation) = (AsyncOperationQueue(), OperationQueue())
    queue.isSuspended = true
    let waiting = BlockOperation { Issue.record("worked") }
    let blocked = BlockOperation { Issue.record("worked") }
    blocked.addDependency(waiting)
    let dependent = BlockOperation {}
    dependent.addDependency(blocked)
    foundation.enqueue(dependent)
    let members = [blocked, waiting].map { queue.addOperation($0) }
    queue.cancelAllOperations()
    try await dependent.finished()
    #expect(blocked.isFinished)
    // Each is started on a thread of its own: the end of one says nothing of the other's.
    try await waiting.finished()
    #expect(members.allSatisfy { $0.isCancelled && $0.isFinished })
    try await queue.settled()
  }

  @Test(
    "Cancelling what stands for one that is under way cancels it; cancelling it is told to those who wait"
  )
  func cancelledUnderWay() async throws {
    let queue = AsyncOperationQueue()
    let (slow, other) = (SlowOperation(), SlowOperation())
    let member = queue.addOperation(slow)
    try await slow.begun.wait()
    member.cancel()
    #expect(slow.isCancelled && member.isFinished)
    slow.finish()

    let dependent = ErrandOperation { 1 }
    let second = queue.addOperation(other)
    dependent.addDependency(second)
    queue.addOperation(dependent)
    try await other.begun.wait()
    other.cancel()
    other.finish()
    await #expect(throws: CancellationError.self) { try await dependent.value }
    try await queue.settled()
  }

  /// Its place was given back at once, and what came next, a barrier even, worked beside it.
  @Test("One that is cancelled while it works has its place until it has finished")
  func placeOfCancelled() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    let (slow, next) = (SlowOperation(), ManualOperation())
    let member = queue.addOperation(slow)
    try await slow.begun.wait()
    queue.cancelAllOperations()
    queue.addOperation(next)
    #expect(member.isFinished && slow.isCancelled)
    #expect(queue.operations == [slow, next] && queue.progress.completedUnitCount == 0)
    slow.finish()
    try await next.callback().succeed(1)
    try await queue.settled()
    #expect(queue.progress.completedUnitCount == 2 && queue.operationCount == 0)
  }

  /// They were asked by the thread that made room: it was held up, and so was all that it was to begin.
  @Test("What is asked before one that becomes free is asked on another thread, and holds up nothing")
  func conditions() async throws {
    let queue = AsyncOperationQueue()
    queue.isSuspended = true
    let (order, goOn) = (Events<String>(), DispatchSemaphore(value: 0))
    let member = queue.addOperation(BlockOperation { order.record("work") })
    let condition = Errand<Void>.fromCallback { callback in
      // Without limit, the thread that resumes the queue would wait for itself.
      _ = goOn.wait(timeout: .now() + 5)
      order.record("condition")
      callback.succeed(())
    }
    member.addCondition("asked", condition)
    let ours = ManualOperation()
    queue.addOperation(ours)
    queue.isSuspended = false
    order.record("resumed")
    try await ours.callback().succeed(1)
    goOn.signal()
    try await queue.settled()
    #expect(order.all == ["resumed", "condition", "work"])
  }

  @Test("One that is under way or has finished already is only waited for")
  func begun() async throws {
    let queue = AsyncOperationQueue()
    let (finished, slow) = (BlockOperation {}, SlowOperation())
    finished.start()
    slow.start()
    for operation in [finished, slow] { queue.addOperation(operation) }
    slow.finish()
    try await queue.settled()
    #expect(slow.starts.count == 1)
  }

  /// It kept its slot in the queue until its dependency ended, and was started then for nothing.
  @Test(
    "One that is cancelled by itself is let go of at once, in line, behind others or in a suspended queue"
  )
  func cancelledByItself() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    queue.isSuspended = true
    let inLine = BlockOperation { Issue.record("worked") }
    let blocked = BlockOperation { Issue.record("worked") }
    let dependency = BlockOperation {}
    blocked.addDependency(dependency)
    let members = [inLine, blocked].map { queue.addOperation($0) }
    #expect(queue.operations == [inLine, blocked])
    for operation in [inLine, blocked] { operation.cancel() }
    #expect(queue.operationCount == 0 && members.allSatisfy { $0.isCancelled && $0.isFinished })
    for operation in [inLine, blocked] { try await operation.finished() }
    dependency.start()
  }

  /// On Linux a dependency holds its dependents without a reference.
  @Test("One that was cancelled may be freed before its dependency has finished")
  func freedBeforeDependency() async throws {
    let (queue, dependency) = (AsyncOperationQueue(), BlockOperation {})
    for _ in 0..<100 {
      let dependent = BlockOperation {}
      dependent.addDependency(dependency)
      queue.addOperation(dependent)
      dependent.cancel()
      try await dependent.finished()
    }
    let garbage = (0..<1_000).map { _ in [UInt8](repeating: 0xFF, count: 400) }
    dependency.start()
    #expect(dependency.isFinished && garbage.count == 1_000)
  }

  @Test("What is in the queue is what was added, and not what stands for it")
  func operations() async throws {
    let queue = AsyncOperationQueue()
    queue.isSuspended = true
    let (foreign, ours) = (BlockOperation {}, ManualOperation())
    let member = queue.addOperation(foreign)
    queue.addOperation(ours)
    #expect(queue.operations == [foreign, ours] && member !== foreign)
    queue.isSuspended = false
    try await ours.callback().succeed(1)
    try await queue.settled()
    #expect(queue.operations.isEmpty)
  }

  @Test("One is called what it is called, or by its type")
  func name() async throws {
    let queue = AsyncOperationQueue()
    let (named, nameless) = (BlockOperation {}, BlockOperation {})
    named.name = "named"
    #expect(queue.addOperation(named).name == "named")
    #expect(queue.addOperation(nameless).name == "BlockOperation")
    try await queue.settled()
  }

  @Test("Its priority counts as it is when it becomes ready")
  func latePriority() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    queue.isSuspended = true
    let order = Events<String>()
    let dependency = ManualOperation()
    let raised = BlockOperation { order.record("raised") }
    raised.addDependency(dependency)
    queue.addOperation(raised)
    queue.addOperation(BlockOperation { order.record("normal") })
    raised.queuePriority = .high
    dependency.start()
    try await dependency.callback().succeed(1)
    try await dependency.finished()
    queue.isSuspended = false
    try await queue.settled()
    #expect(order.all == ["raised", "normal"])
  }

  @Test("One that blocks in its start has finished when it says so, and not when its start returns")
  func finishesBeforeItsStartReturns() async throws {
    final class Lingering: Operation, @unchecked Sendable {
      // Sendable: what changes lies in objects that see to that themselves.
      let (finished, end) = (Gate(), DispatchSemaphore(value: 0))
      override var isFinished: Bool { finished.isOpen }
      override func start() {
        willChangeValue(forKey: "isFinished")
        finished.open()
        didChangeValue(forKey: "isFinished")
        end.wait()
      }
    }
    let (queue, lingering) = (AsyncOperationQueue(maxConcurrentOperationCount: 1), Lingering())
    queue.addOperation(lingering)
    try await queue.settled()
    lingering.end.signal()
  }

  @Test("One of ours that is only known as an operation is added as itself")
  func ours() async throws {
    let queue = AsyncOperationQueue()
    let operation = ManualOperation()
    let face: Operation = operation
    #expect(queue.addOperation(face) === operation)
    try await operation.callback().succeed(1)
    try await queue.settled()
  }

  @Test("A start and a cancellation in the same instant start it once")
  func startAgainstCancellation() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    let operations = (0..<Sizes.raceRounds).map { _ in SlowOperation(finishesAtOnce: true) }
    queue.isSuspended = true
    let members = operations.map { queue.addOperation($0) }
    await race(
      rounds: 1,
      { _ in queue.isSuspended = false },
      { _ in for member in members { member.cancel() } }
    )
    try await queue.settled()
    // One that was cancelled has left the queue at once; Foundation starts it all the same, so that it finishes.
    for operation in operations { try await operation.finished() }
    #expect(operations.allSatisfy { $0.starts.count == 1 })
  }

  @Test("Nothing is left of them, in whichever way they end", arguments: [true, false])
  func release(isCancelled: Bool) async throws {
    try await withLiveObjects { live in
      let queue = AsyncOperationQueue()
      queue.isSuspended = true
      for name in ["one", "two"] {
        let operation = BlockOperation { [object = live.object(name)] in withExtendedLifetime(object) {} }
        operation.completionBlock = { [operation] in withExtendedLifetime(operation) {} }
        queue.addOperation(operation)
      }
      if isCancelled { queue.cancelAllOperations() }
      queue.isSuspended = false
      try await queue.settled()
    }
  }
}

/// An asynchronous operation as it is written for Foundation; a test ends it.
private final class SlowOperation: Operation, @unchecked Sendable {
  // Sendable: what changes lies in objects that see to that themselves.
  let starts = Events<Void>()
  let begun = Gate()
  private let end = Gate()
  private let finishesAtOnce: Bool

  init(finishesAtOnce: Bool = false) {
    self.finishesAtOnce = finishesAtOnce
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { begun.isOpen && !end.isOpen }
  override var isFinished: Bool { end.isOpen }

  override func start() {
    starts.record(())
    begun.open()
    if finishesAtOnce || isCancelled { finish() }
  }

  func finish() {
    willChangeValue(forKey: "isFinished")
    end.open()
    didChangeValue(forKey: "isFinished")
  }
}

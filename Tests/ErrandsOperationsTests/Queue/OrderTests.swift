import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

@Suite("An operation queue keeps order and limit", .timeLimit(.minutes(1)))
struct OrderTests {
  /// An operation that writes down its name when it begins, and ends at once.
  private func note(_ name: String, in begun: Events<String>) -> ErrandOperation<Void> {
    ErrandOperation(
      .fromCallback(name) { callback in
        begun.record(name)
        callback.succeed(())
      }
    )
  }

  @Test("Equals go first come, first served")
  func firstComeFirstServed() async throws {
    let begun = Events<String>()
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    queue.isSuspended = true
    for number in 0..<100 { queue.addOperation(note("\(number)", in: begun)) }
    queue.isSuspended = false
    try await queue.settled()
    #expect(begun.all == (0..<100).map(String.init))
  }

  @Test("Higher priority goes first, Foundation's five levels")
  func priorities() async throws {
    let begun = Events<String>()
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    queue.isSuspended = true
    let levels: [(String, Operation.QueuePriority)] = [
      ("very low", .veryLow), ("low", .low), ("normal", .normal), ("high", .high), ("very high", .veryHigh),
    ]
    for (name, priority) in levels {
      let operation = note(name, in: begun)
      operation.queuePriority = priority
      queue.addOperation(operation)
    }
    queue.isSuspended = false
    try await queue.settled()
    #expect(begun.all == ["very high", "high", "normal", "low", "very low"])
  }

  @Test("A priority that changes while the operation waits counts, for one that waits for a dependency too")
  func priorityChanges() async throws {
    let begun = Events<String>()
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    queue.isSuspended = true
    let (first, second, third) = (
      note("first", in: begun), note("second", in: begun), note("third", in: begun)
    )
    let dependent = note("dependent", in: begun)
    let dependency = ManualOperation()
    dependent.addDependency(dependency)
    queue.addOperations([first, second, third, dependent])
    third.queuePriority = .high
    dependent.queuePriority = .veryHigh
    first.queuePriority = .low
    dependency.start()
    try await dependency.callback().succeed(0)
    try await dependency.finished()
    queue.isSuspended = false
    try await queue.settled()
    #expect(begun.all == ["dependent", "third", "second", "first"])
  }

  @Test("Never more than the limit are under way, though many threads add and the limit is reached")
  func limit() async throws {
    let running = Lock((now: 0, most: 0))
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 3)
    let threads = DispatchQueue(label: "work", attributes: .concurrent)
    let add: @Sendable (Int) -> Void = { _ in
      queue.addOperation(
        ErrandOperation(
          .fromCallback { callback in
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            threads.async {
              running.withLock { $0.now -= 1 }
              callback.succeed(())
            }
          }
        )
      )
    }
    await race(rounds: Sizes.raceRounds, add, add)
    try await queue.settled()
    #expect(running.withLock { $0.now } == 0)
    #expect(running.withLock { $0.most } <= 3)
  }

  @Test("A higher limit starts more at once; a lower one lets those under way end")
  func limitChanges() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 1)
    let operations = (0..<4).map { ManualOperation("\($0)") }
    queue.addOperations(operations)
    _ = try await operations[0].callback()
    #expect(operations[1].callbacks.count == 0)
    queue.maxConcurrentOperationCount = 3
    let callbacks = [try await operations[1].callback(), try await operations[2].callback()]
    queue.maxConcurrentOperationCount = 1
    for callback in callbacks { callback.succeed(0) }
    try await operations[2].finished()
    #expect(operations[3].callbacks.count == 0)
    try await operations[0].callback().succeed(0)
    try await operations[3].callback().succeed(0)
    try await queue.settled()
  }

  @Test("The default limit is a number that makes sense, and less than one counts as one")
  func limitValues() {
    let queue = AsyncOperationQueue()
    #expect(queue.maxConcurrentOperationCount >= 16)
    queue.maxConcurrentOperationCount = 0
    #expect(queue.maxConcurrentOperationCount == 1)
    queue.maxConcurrentOperationCount = AsyncOperationQueue.defaultMaxConcurrentOperationCount
    #expect(queue.maxConcurrentOperationCount >= 16)
  }

  // Dispatch had a few threads for all of them, and one more each second.
  @Test("Operations that block their threads, two hundred in a queue, hold up nothing in another queue")
  func manyBlocking() async throws {
    let count = 200
    let (arrivals, gate) = (Events<Int>(), DispatchSemaphore(value: 0))
    let (blocked, other) = (AsyncOperationQueue(maxConcurrentOperationCount: count), AsyncOperationQueue())
    for number in 0..<count {
      let block: @Sendable () -> Void = {
        arrivals.record(number)
        gate.wait()
      }
      if number.isMultiple(of: 2) {
        blocked.addOperation { block() }
      } else {
        // Foundation starts it.
        blocked.addOperation(BlockOperation(block: block) as Operation)
      }
    }
    _ = try await arrivals.event(count)
    #expect(try await other.addOperation { 7 }.value == 7)
    let foreign = Events<Int>()
    other.addOperation(BlockOperation { foreign.record(8) } as Operation)
    #expect(try await foreign.event(1) == 8)
    for _ in 0..<count { gate.signal() }
    try await blocked.settled()
  }

  // One thread for all of them would wait for the first one for ever.
  @Test("Operations that block their threads hold up neither one another nor the one who adds them")
  func blocking() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 4)
    let (arrivals, gate) = (Events<Int>(), DispatchSemaphore(value: 0))
    for number in 0..<4 {
      queue.addOperation {
        arrivals.record(number)
        gate.wait()
      }
    }
    _ = try await arrivals.event(4)
    for _ in 0..<4 { gate.signal() }
    try await queue.settled()
  }
}

import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

@Suite("Cancelling an operation", .timeLimit(.minutes(1)))
struct CancelTests {
  @Test("Before its start: it has its outcome at once, and never works")
  func before() async throws {
    let operation = ManualOperation()
    operation.cancel()
    #expect(operation.outcome?.failure is CancellationError)
    #expect(operation.isCancelled && operation.isReady && !operation.isFinished)
    operation.start()
    #expect(operation.isFinished && !operation.isExecuting)
    #expect(operation.callbacks.count == 0 && operation.stops.count == 0)
  }

  @Test("While it waits in Foundation's queue: it finishes without having worked, and the queue goes on")
  func queued() async throws {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let (first, second, third) = (ManualOperation(), ManualOperation(), ErrandOperation { 3 })
    queue.enqueue([first, second, third])
    let callback = try await first.callback()
    second.cancel()
    callback.succeed(1)
    #expect(try await third.value == 3)
    try await second.finished()
    #expect(second.callbacks.count == 0)
  }

  @Test("During its work: it has its outcome at once, and the work is stopped, once")
  func during() async throws {
    let operation = ManualOperation()
    operation.start()
    let callback = try await operation.callback()
    operation.cancel()
    operation.cancel()
    #expect(operation.isFinished && operation.isCancelled && !operation.isExecuting)
    #expect(operation.stops.count == 1)
    #expect(!callback.succeed(1))
    #expect(operation.outcome?.failure is CancellationError)
  }

  @Test("After its end: no effect, and it does not say that it was cancelled")
  func after() async throws {
    let operation = ManualOperation()
    operation.start()
    try await operation.callback().succeed(1)
    operation.cancel()
    #expect(!operation.isCancelled && operation.stops.count == 0)
    #expect(try operation.outcome?.get() == 1)
  }

  @Test("Work that ends itself with CancellationError was cancelled")
  func byItself() async throws {
    let operation = ManualOperation()
    operation.start()
    try await operation.callback().fail(CancellationError())
    #expect(operation.isCancelled && operation.stops.count == 0)
  }

  @Test("The task of an asynchronous function is cancelled")
  func task() async throws {
    let (begun, ended) = (Gate(), Events<Bool>())
    let operation = ErrandOperation {
      begun.open()
      try? await Gate().wait()
      ended.record(Task.isCancelled)
    }
    operation.start()
    try await begun.wait()
    operation.cancel()
    #expect(try await ended.event(1))
  }

  /// A stop that came while run had not begun the work yet found nothing to stop, and the work went on for
  /// ever.
  @Test("Work that is cancelled while it begins is stopped when it has begun")
  func whileItBegins() {
    final class Beginner: AsyncOperation<Int>, @unchecked Sendable {
      // Sendable: what changes are records.
      let steps = Events<String>()
      override func run(_ callback: Callback<Int>) {
        cancel()
        steps.record(isCancelled && isFinished ? "begun" : "not cancelled")
      }
      override func stop() { steps.record("stopped") }
    }
    let operation = Beginner()
    operation.start()
    #expect(operation.steps.all == ["begun", "stopped"])
  }

  @Test("A run that blocks learns by isCancelled that it is to stop")
  func blocking() async throws {
    final class Blocking: AsyncOperation<Int>, @unchecked Sendable {
      // Sendable: what changes are records.
      let (begun, looks) = (Gate(), Events<Bool>())
      let goesOn = DispatchSemaphore(value: 0)
      override func run(_ callback: Callback<Int>) {
        looks.record(isCancelled)
        begun.open()
        goesOn.wait()
        looks.record(isCancelled)
      }
    }
    let operation = Blocking()
    OperationQueue().enqueue(operation)
    try await operation.begun.wait()
    operation.cancel()
    operation.goesOn.signal()
    await #expect(throws: CancellationError.self) { try await operation.value }
    #expect(try await operation.looks.event(2))
    #expect(operation.looks.all == [false, true])
  }

  /// Work that heard of it too early, and ended because of it, seemed to have forgotten its callback.
  @Test("Whoever sees by isCancelled that it was cancelled finds it settled")
  func seenEarly() async {
    let operations = (0..<Sizes.raceRounds).map { _ in ManualOperation() }
    for operation in operations { operation.start() }
    let early = Events<Int>()
    await race(rounds: operations.count) { round in
      operations[round].cancel()
    } _: { round in
      for _ in 0..<100 where operations[round].isCancelled {
        if operations[round].outcome == nil { early.record(round) }
        break
      }
    }
    #expect(early.all == [])
  }

  /// Foundation's queue hears of a cancellation first, and finds the operation ready: it started work whose
  /// dependencies had not ended.
  @Test("One that waits for a dependency does not begin because it is cancelled")
  func beforeItsDependencies() async throws {
    let queue = OperationQueue()
    for _ in 0..<Sizes.raceRounds {
      let (dependency, dependent) = (ManualOperation(), ManualOperation())
      dependent.addDependency(dependency)
      queue.enqueue(dependent)
      dependent.cancel()
      try await dependent.finished()
      #expect(dependent.callbacks.count == 0)
    }
  }

  @Test("Start and cancel race: it ends as cancelled, and what began was stopped")
  func startRace() async {
    let operations = (0..<Sizes.raceRounds).map { _ in ManualOperation() }
    await race(rounds: operations.count) { round in
      operations[round].start()
    } _: { round in
      operations[round].cancel()
    }
    for operation in operations {
      #expect(operation.isFinished && operation.isCancelled)
      #expect(operation.outcome?.failure is CancellationError)
      #expect(operation.stops.count == operation.callbacks.count)
    }
  }

  @Test("End and cancel race: one of both is the outcome, and both agree on which")
  func endRace() async {
    let operations = (0..<Sizes.raceRounds).map { _ in ManualOperation() }
    for operation in operations { operation.start() }
    await race(rounds: operations.count) { round in
      operations[round].callbacks.all.first?.succeed(round)
    } _: { round in
      operations[round].cancel()
    }
    for operation in operations {
      #expect(operation.isFinished)
      #expect(operation.isCancelled == (operation.outcome?.failure is CancellationError))
      #expect(operation.stops.count == (operation.isCancelled ? 1 : 0))
    }
  }

  @Test("Two cancellations race while the queue starts it: one outcome, one stop at most")
  func cancelRace() async throws {
    let queue = OperationQueue()
    let operations = (0..<Sizes.raceRounds).map { _ in ManualOperation() }
    await race(rounds: operations.count) { round in
      queue.enqueue(operations[round])
      operations[round].cancel()
    } _: { round in
      operations[round].cancel()
    }
    for operation in operations {
      try await operation.finished()
      // One whose work the queue is just beginning is stopped when that has begun.
      if operation.callbacks.count > 0 { #expect(try await operation.stops.event(1)) }
      #expect(operation.isCancelled && operation.stops.count <= 1)
    }
  }
}

import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

@Suite("An operation, from its making to its end", .timeLimit(.minutes(1)))
struct LifecycleTests {
  @Test("A subclass says what the work is, and its callback ends the operation")
  func subclass() async throws {
    let operation = ManualOperation()
    #expect(operation.isReady && !operation.isExecuting && !operation.isFinished)
    #expect(operation.isAsynchronous)
    operation.start()
    #expect(operation.isExecuting && operation.outcome == nil)
    try await operation.callback().succeed(42)
    #expect(operation.isFinished && !operation.isExecuting)
    #expect(try operation.outcome?.get() == 42)
    #expect(operation.stops.count == 0)
  }

  @Test("An errand is an operation, and so is an asynchronous function")
  func errands() async throws {
    let queue = OperationQueue()
    let one = ErrandOperation(Errand { 1 })
    let two = ErrandOperation { 2 }
    let three = Errand { 3 }.operation(name: "three")
    #expect(queue.enqueue([one, two, three]).isEmpty)
    #expect(try await one.value + two.value + three.value == 6)
    #expect(three.name == "three")
  }

  @Test("The work of an errand is not begun before the operation is")
  func cold() async throws {
    let begun = Gate()
    let operation = ErrandOperation { begun.open() }
    #expect(!begun.isOpen)
    operation.start()
    try await operation.value
    #expect(begun.isOpen)
  }

  @Test("Starting it again has no effect")
  func startTwice() async throws {
    let operation = ManualOperation()
    operation.start()
    operation.start()
    try await operation.callback().succeed(1)
    operation.start()
    #expect(operation.callbacks.count == 1)
    #expect(operation.isFinished)
  }

  @Test("What run throws is the outcome")
  func throwing() {
    final class Throwing: AsyncOperation<Int>, @unchecked Sendable {
      // Sendable: adds nothing.
      let failure = Failure()
      let stops = Events<Int>()
      override func run(_ callback: Callback<Int>) throws { throw failure }
      override func stop() { stops.record(1) }
    }
    let operation = Throwing()
    operation.start()
    #expect(operation.isFinished)
    #expect(operation.failure.isSame(as: operation.outcome?.failure))
    #expect(operation.stops.count == 0)
  }

  /// In a subclass of Foundation's a path on which nobody says `isFinished` leaves a slot of the queue taken
  /// for ever.
  @Test("A callback that is let go of ends the operation, and the error names its line")
  func abandoned() async throws {
    final class Careless: AsyncOperation<Int>, @unchecked Sendable {
      // Sendable: adds nothing.
      override func run(_ callback: Callback<Int>) {}
    }
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let line: UInt = #line + 1
    let careless = Careless()
    let next = ErrandOperation { 1 }
    queue.enqueue([careless, next])
    #expect(try await next.value == 1)
    let error = careless.outcome?.failure as? AbandonedError
    #expect(error?.origin?.line == line)
  }

  @Test("A callback that is called again changes nothing")
  func twice() async throws {
    let operation = ManualOperation()
    operation.start()
    let callback = try await operation.callback()
    #expect(callback.succeed(1))
    #expect(!callback.succeed(2))
    #expect(try operation.outcome?.get() == 1)
  }

  /// Else a handler that adds the next operation finds the slot of this one still taken.
  @Test("Whoever is told of the end finds a finished operation, whenever he asked")
  func toldAfterwards() async throws {
    let operation = ManualOperation()
    let seen = Events<Bool>()
    operation.whenSettled(on: .immediate) { [unowned operation] _ in seen.record(operation.isFinished) }
    operation.start()
    operation.whenSettled(on: .immediate) { [unowned operation] _ in seen.record(operation.isFinished) }
    try await operation.callback().succeed(1)
    operation.whenSettled(on: .immediate) { [unowned operation] _ in seen.record(operation.isFinished) }
    #expect(seen.all == [true, true, true])
  }

  @Test("A handler is called where it was asked for: on the main actor, or on a queue")
  func deliveries() async throws {
    let queue = DispatchQueue(label: "deliveries")
    let seen = Events<Int>()
    let operation = ErrandOperation { 1 }
    operation.whenSettled { outcome in
      MainActor.assertIsolated()
      seen.record((try? outcome.get()) ?? 0)
    }
    operation.whenSettled(on: .queue(queue)) { outcome in
      dispatchPrecondition(condition: .onQueue(queue))
      seen.record((try? outcome.get()) ?? 0)
    }
    operation.start()
    #expect(try await seen.event(2) == 1)
  }

  @Test("Waiting for the value is looking on: who leaves does not end the work")
  func lookingOn() async throws {
    let operation = ManualOperation()
    operation.start()
    let waiting = Task { try await operation.value }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(operation.isExecuting)
    try await operation.callback().succeed(1)
    #expect(try await operation.value == 1)
  }

  @Test("One that was begun goes on when nobody holds it any more")
  func unheld() async throws {
    let started = Events<Callback<Int>>()
    let seen = Events<Int>()
    do {
      let operation = ErrandOperation(Errand<Int>.fromCallback { started.record($0) })
      operation.whenSettled(on: .immediate) { seen.record((try? $0.get()) ?? 0) }
      operation.start()
    }
    try await started.event(1).succeed(7)
    #expect(seen.all == [7])
  }

  /// Its handlers would otherwise wait for ever, and keep what they captured.
  @Test("One that is let go of without having been run tells those who wait for it")
  func neverRun() async throws {
    try await withLiveObjects { live in
      let seen = Events<Bool>()
      do {
        let operation = ManualOperation(live: live)
        operation.whenSettled(on: .immediate) { [object = live.object("handler")] outcome in
          withExtendedLifetime(object) { seen.record(outcome.failure is AbandonedError) }
        }
        operation.onProgress(on: .immediate) { [object = live.object("observer")] _ in
          withExtendedLifetime(object) {}
        }
      }
      #expect(seen.all == [true])
    }
  }

  @Test("Progress is that of the work, and the last report comes before the outcome")
  func progress() async throws {
    let operation = ManualOperation()
    let seen = Events<String>()
    operation.onProgress(on: .immediate) { seen.record("\($0.completed)") }
    operation.whenSettled(on: .immediate) { _ in seen.record("settled") }
    operation.start()
    let callback = try await operation.callback()
    callback.report(completed: 1, total: 3)
    callback.report(completed: 3, total: 3)
    callback.report(completed: 2, total: 3)
    #expect(operation.progress == RunProgress(completed: 3, total: 3))
    callback.succeed(1)
    callback.report(completed: 4, total: 4)
    #expect(seen.all == ["1", "3", "settled"])
  }
}

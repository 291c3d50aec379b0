import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

@Suite("Operations as errands, errands as operations", .timeLimit(.minutes(1)))
struct FromOperationTests {
  private let queue = OperationQueue()

  @Test("The value of an operation is the errand's, and each run makes an operation")
  func value() async throws {
    let made = Events<Int>()
    let errand = Errand.fromOperation(in: queue) {
      made.record(1)
      return ErrandOperation { 42 }
    }
    #expect(made.count == 0)
    #expect(try await errand.value() == 42)
    #expect(try await errand.value() == 42)
    #expect(made.count == 2)
  }

  @TaskLocal private static var caller = "nobody"

  // An operation is begun by its queue, on a thread that knows nothing of who ran the errand.
  @Test("Its work has the task-local values of the caller, in either queue, with a value or without")
  func taskLocals() async throws {
    let ours = AsyncOperationQueue()
    let looking = Errand<String>.fromCallback { $0.succeed(Self.caller) }
    let errands = [
      Errand.fromOperation(in: queue) { looking.operation() },
      Errand.fromOperation(in: ours) { looking.operation() },
    ]
    for errand in errands {
      let run = Self.$caller.withValue("caller") { errand.run() }
      #expect(try await run.value == "caller")
    }
    let seen = Events<String>()
    let valueless = Errand<Void>.fromOperation(in: queue) { () -> Operation in
      Errand<Int>.fromCallback { callback in
        seen.record(Self.caller)
        callback.succeed(1)
      }
      .operation()
    }
    try await Self.$caller.withValue("caller") { valueless.run() }.value
    #expect(seen.all == ["caller"])
  }

  // They were begun with those of nobody.
  @Test("An operation that is added to a queue has the task-local values of the task that adds it")
  func taskLocalsOfAdding() async throws {
    let (ours, seen) = (AsyncOperationQueue(maxConcurrentOperationCount: 1), Events<String>())
    let look: @Sendable () -> Void = { seen.record(Self.caller) }
    ours.isSuspended = true
    let function = Self.$caller.withValue("caller") {
      ours.addOperation { look() }
      ours.addOperation(ErrandOperation { look() })
      ours.addOperations([ErrandOperation(Errand<Void>.fromCallback { $0(Result { look() }) })])
      ours.addBarrierBlock { look() }
      queue.enqueue(ErrandOperation(Errand<Void>.fromCallback { $0(Result { look() }) }))
      return ours.addOperation { () async -> String in Self.caller }
    }
    ours.addOperation { look() }
    ours.isSuspended = false
    #expect(try await function.value == "caller")
    try await ours.settled()
    _ = try await seen.event(6)
    #expect(seen.all.sorted() == Array(repeating: "caller", count: 5) + ["nobody"])
  }

  @Test("Those of the caller that runs an errand count, and not those of the task that adds its operation")
  func taskLocalsOfRunning() async throws {
    let ours = AsyncOperationQueue()
    let errand = Errand.fromOperation(in: ours) {
      Self.$caller.withValue("adding") {
        Errand<String>.fromCallback { $0.succeed(Self.caller) }.operation()
      }
    }
    let run = Self.$caller.withValue("running") { errand.run() }
    #expect(try await run.value == "running")
  }

  @Test("Its error is the very same")
  func error() async throws {
    let failure = Failure()
    let errand = Errand<Int>.fromOperation(in: queue) { ErrandOperation { throw failure } }
    #expect(failure.isSame(as: await errand.outcome().failure))
    let unmade = Errand<Int>.fromOperation(in: queue) { throw failure }
    #expect(failure.isSame(as: await unmade.outcome().failure))
  }

  @Test("Cancelling the run cancels the operation, and the other way round")
  func cancellation() async throws {
    let (first, second) = (ManualOperation(), ManualOperation())
    let run = Errand.fromOperation(in: queue) { first }.run()
    _ = try await first.callback()
    run.cancel()
    #expect(first.isCancelled)
    // Stopped when it has begun, which its thread may still be about to say.
    #expect(try await first.stops.event(1))

    let other = Errand.fromOperation(in: queue) { second }.run()
    _ = try await second.callback()
    second.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
  }

  @Test("Progress is the same")
  func progress() async throws {
    let operation = ManualOperation()
    let run = Errand.fromOperation(in: queue) { operation }.run()
    let callback = try await operation.callback()
    callback.report(completed: 1, total: 3)
    #expect(run.progress == RunProgress(completed: 1, total: 3))
    callback.succeed(1)
    #expect(try await run.value == 1)
  }

  @Test("There and back again nothing changes: value, error, cancellation, progress")
  func roundTrip() async throws {
    let (work, queue, failure) = (ManualOperation(), queue, Failure())
    let errand = Errand.fromOperation(in: queue) { work }
    let again = Errand.fromOperation(in: queue) { errand.operation(name: "again") }
    let run = again.run()
    let callback = try await work.callback()
    callback.report(completed: 1, total: 2)
    #expect(run.progress == RunProgress(completed: 1, total: 2))
    callback.fail(failure)
    _ = try? await run.value
    #expect(failure.isSame(as: run.outcome?.failure))
  }

  @Test("An operation that was put into the queue before, is under way, or has ended, is only waited for")
  func elsewhere() async throws {
    let (queued, underWay, ended) = (ManualOperation(), ManualOperation(), ManualOperation())
    queue.isSuspended = true
    queue.enqueue(queued)
    for operation in [underWay, ended] { operation.start() }
    try await ended.callback().succeed(3)
    let runs = [queued, underWay, ended].map { operation in
      Errand.fromOperation(in: queue) { operation }.run()
    }
    #expect(try await runs[2].value == 3)
    try await underWay.callback().succeed(2)
    #expect(try await runs[1].value == 2)
    queue.isSuspended = false
    try await queued.callback().succeed(1)
    #expect(try await runs[0].value == 1)
  }

  @Test("Any operation of Foundation's is an errand without a value")
  func foreign() async throws {
    let worked = Gate()
    let errand = Errand.fromOperation(in: queue) { BlockOperation { worked.open() } }
    try await errand.value()
    #expect(worked.isOpen)
    let finished = BlockOperation {}
    finished.start()
    try await Errand.fromOperation(in: queue) { finished }.value()
  }

  @Test("One of ours whose value nobody wants keeps its error")
  func foreignFace() async throws {
    let failure = Failure()
    let errand = Errand<Void>.fromOperation(in: queue) { () -> Operation in
      ErrandOperation<Int> { throw failure }
    }
    #expect(failure.isSame(as: await errand.outcome().failure))
  }

  @Test("One of Foundation's that is cancelled ends as cancelled, from either side")
  func foreignCancellation() async throws {
    queue.isSuspended = true
    let operation = BlockOperation { Issue.record("worked") }
    let run = Errand.fromOperation(in: queue) { operation }.run()
    operation.cancel()
    queue.isSuspended = false
    await #expect(throws: CancellationError.self) { try await run.value }

    queue.isSuspended = true
    let other = BlockOperation { Issue.record("worked") }
    let cancelled = Errand.fromOperation(in: queue) { other }.run()
    cancelled.cancel()
    #expect(other.isCancelled)
    queue.isSuspended = false
  }

  @Test("Its completion block is called, and let go of")
  func completionBlock() async throws {
    try await withLiveObjects { live in
      let called = Gate()
      let run = Errand.fromOperation(in: queue) {
        let operation = BlockOperation {}
        operation.completionBlock = { [object = live.object("block")] in
          withExtendedLifetime((object, operation)) { called.open() }
        }
        return operation
      }.run()
      try await run.value
      try await called.wait()
    }
  }

  @Test("When all is over, nothing is left of either side")
  func lifetimes() async throws {
    try await withLiveObjects { live in
      let kept = Kept<Callback<Int>>()
      let errand = Errand<Int>.fromOperation(in: queue) { [object = live.object("maker")] in
        withExtendedLifetime(object) {}
        let operation = ManualOperation(live: live)
        operation.onProgress(on: .immediate) { _ in
          kept.set(operation.callbacks.all.first)
        }
        return operation
      }
      let run = errand.run()
      run.cancel()
      await #expect(throws: CancellationError.self) { try await run.value }
    }
  }

  @Test("The same with a queue of ours")
  func ours() async throws {
    let (queue, failure) = (AsyncOperationQueue(), Failure())
    let errand = Errand.fromOperation(in: queue) { ErrandOperation { 42 } }
    #expect(try await errand.value() == 42)
    let failing = Errand<Int>.fromOperation(in: queue) { ErrandOperation { throw failure } }
    #expect(failure.isSame(as: await failing.outcome().failure))
    let operation = ManualOperation()
    let run = Errand.fromOperation(in: queue) { operation }.run()
    try await operation.callback().report(completed: 1, total: 2)
    #expect(run.progress == RunProgress(completed: 1, total: 2))
    run.cancel()
    #expect(operation.isCancelled)
  }
}

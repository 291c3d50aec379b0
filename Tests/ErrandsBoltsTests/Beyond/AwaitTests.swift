import Errands
import ErrandsBolts
import ErrandsTesting
import Testing

@Suite("Awaiting a Bolts task", .timeLimit(.minutes(1)))
struct AwaitTests {
  @Test("gives the result, or throws the error")
  func value() async throws {
    #expect(try await Task(1).value == 1)
    await #expect(throws: Failure(number: 3)) { try await Task<Int>(error: Failure(number: 3)).value }
  }

  @Test("throws CancellationError where the task was cancelled, and CancelledError where that was set")
  func cancellation() async {
    await #expect(throws: CancellationError.self) { try await Task<Int>.cancelledTask().value }
    await #expect(throws: CancelledError.self) { try await Task<Int>(error: CancelledError()).value }
  }

  @Test("waits")
  func pending() async throws {
    let source = TaskCompletionSource<Int>()
    let waiting = try await suspendedTask { try await source.task.value }
    #expect(source.task.handlerCount == 1)
    source.set(result: 2)
    #expect(try await waiting.value == 2)
  }

  @Test("Law 4: A waiting task that is cancelled cancels the chain, down to the work")
  func cancelled() async throws {
    let stopped = Gate()
    let source = TaskCompletionSource<Int>()
    source.onCancel { stopped.open() }
    let chain = source.task.continueOnSuccessWith { $0 }.continueWithTask { $0 }
    let waiting = try await suspendedTask { try await chain.value }

    waiting.cancel()

    await #expect(throws: CancellationError.self) { try await waiting.value }
    try await stopped.wait()
    #expect(chain.cancelled)
    #expect(source.task.cancelled)
  }

  // Who had not begun to wait could not give up, and the work went on for nobody.
  @Test("Law 4: A task that was cancelled before it waits cancels the chain, too")
  func cancelledBefore() async throws {
    let stopped = Gate()
    let source = TaskCompletionSource<Int>()
    source.onCancel { stopped.open() }
    let chain = source.task.continueOnSuccessWith { $0 }
    let waiting = _Concurrency.Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await chain.value
    }
    await #expect(throws: CancellationError.self) { try await waiting.value }
    try await stopped.wait()
    #expect(chain.cancelled && source.task.cancelled)
  }

  @Test("Law 4: It leaves what somebody else waits for")
  func shared() async throws {
    let source = TaskCompletionSource<Int>()
    let other = source.task.continueOnSuccessWith { $0 + 1 }
    let waiting = try await suspendedTask { try await source.task.value }
    #expect(source.task.handlerCount == 2)

    waiting.cancel()

    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(!source.task.completed)
    source.set(result: 1)
    #expect(other.result == 2)
  }
}

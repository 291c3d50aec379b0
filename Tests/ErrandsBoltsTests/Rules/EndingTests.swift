import ErrandsBolts
import ErrandsTesting
import Testing

@Suite("How a Bolts task ends", .timeLimit(.minutes(1)))
struct EndingTests {
  @Test("Rule 1: A task ends once; a later try answers false and changes nothing")
  func once() {
    let source = TaskCompletionSource<Int>()
    #expect(source.trySet(result: 1))

    #expect(!source.trySet(result: 2))
    #expect(!source.trySet(error: Failure()))
    #expect(!source.tryCancel())

    #expect(source.task.result == 1)
    #expect(source.task.error == nil)
    #expect(!source.task.cancelled)
  }

  @Test("Rule 1: An error and a cancellation are final, too")
  func errorsOnce() {
    let failed = TaskCompletionSource<Int>()
    failed.set(error: Failure())
    #expect(!failed.trySet(result: 2))
    #expect(failed.task.error as? Failure == Failure())
    #expect(failed.task.result == nil)

    let cancelled = TaskCompletionSource<Int>()
    cancelled.cancel()
    #expect(!cancelled.trySet(error: Failure()))
    #expect(cancelled.task.cancelled)
    #expect(cancelled.task.error == nil)
  }

  @Test("Rule 1: Each of the states shows itself, and only itself")
  func states() {
    let pending = TaskCompletionSource<Int>()
    let tasks = [pending.task, Task(1), Task(error: Failure()), .cancelledTask()]
    #expect(tasks.map(\.completed) == [false, true, true, true])
    #expect(tasks.map(\.faulted) == [false, false, true, false])
    #expect(tasks.map(\.cancelled) == [false, false, false, true])
    #expect(tasks.map(\.result) == [nil, 1, nil, nil])
    #expect(tasks.map { $0.error as? Failure } == [nil, nil, Failure(), nil])
  }

  @Test("Rule 3: Throwing CancelledError cancels the task, and leaves no error")
  func thrownCancellation() {
    let throwing = [
      Task<Int> { throw CancelledError() },
      Task(1).continueWith { _ in throw CancelledError() },
      Task(1).continueWithTask { _ in throw CancelledError() },
      Task(1).continueOnSuccessWith { _ in throw CancelledError() },
      Task(1).continueOnSuccessWithTask { _ in throw CancelledError() },
      Task(error: Failure()).continueOnErrorWith { (_: any Error) in throw CancelledError() },
      Task(error: Failure()).continueOnErrorWith { (_: Failure) in throw CancelledError() },
      Task(error: Failure()).continueOnErrorWithTask { (_: any Error) in throw CancelledError() },
      Task.execute { throw CancelledError() },
      Task.executeWithTask { throw CancelledError() },
    ]
    for task in throwing {
      #expect(task.cancelled)
      #expect(task.error == nil)
    }
  }

  @Test("Rule 3: Swift's own CancellationError means the same")
  func thrownSwiftCancellation() {
    let task = Task<Int> { throw CancellationError() }
    #expect(task.cancelled)
    #expect(task.error == nil)
  }

  @Test("Rule 4: CancelledError that is set is an error like any other one")
  func setCancellation() {
    let source = TaskCompletionSource<Int>()
    source.set(error: CancelledError())
    for task in [source.task, Task<Int>(error: CancelledError())] {
      #expect(task.faulted)
      #expect(!task.cancelled)
      #expect(task.error is CancelledError)
    }
  }

  /// Thrown on by a typed continuation that does not concern it, it would have cancelled.
  @Test("Rule 4: It stays one on its way past continuations")
  func setCancellationPasses() {
    let task = Task<Int>(error: CancelledError())
      .continueOnSuccessWith { $0 }
      .continueOnErrorWith { (_: Failure) in 1 }
      .continueOnErrorWithTask { (_: Failure) in Task(1) }
      .continueWithTask { $0 }
    #expect(task.faulted)
    #expect(task.error is CancelledError)
  }

  @Test("Rule 5: The result of a task that succeeded with nil is .some(nil)")
  func optional() {
    let task = Task<Int?>(nil)
    #expect(task.result != nil)
    #expect(task.result == .some(nil))
    #expect(Task<Int?>(error: Failure()).result == nil)
  }

  @Test("Rule 23: The description names the state")
  func descriptions() {
    let source = TaskCompletionSource<Int>()
    #expect(source.task.description == "Task: pending")
    #expect(Task(1).description == "Task: success(1)")
    #expect(Task<Int>(error: Failure()).description == "Task: error(\(String(reflecting: Failure())))")
    #expect(Task<Int>.cancelledTask().description == "Task: cancelled")
    #expect(Task(1).debugDescription == "Task: success(1)")
  }
}

import ErrandsBolts
import ErrandsTesting
import Testing

@Suite("What passes a continuation by", .timeLimit(.minutes(1)))
struct PassingTests {
  @Test("Rule 13: An error passes continueOnSuccess by, without its executor")
  func errorPastSuccess() {
    let steps = Steps()
    let failed = Task<Int>(error: Failure())
    let next = failed.continueOnSuccessWith(.noted(in: steps)) { $0 }
    let other = failed.continueOnSuccessWithTask(.noted(in: steps)) { Task($0) }
    #expect(next.error as? Failure == Failure())
    #expect(other.error as? Failure == Failure())
    #expect(steps.all.isEmpty)
  }

  @Test("Rule 13: Cancellation passes continueOnSuccess and continueOnError by, without their executors")
  func cancellationPasses() {
    let steps = Steps()
    let cancelled = Task<Int>.cancelledTask()
    let nexts = [
      cancelled.continueOnSuccessWith(.noted(in: steps)) { $0 },
      cancelled.continueOnSuccessWithTask(.noted(in: steps)) { Task($0) },
      cancelled.continueOnErrorWith(.noted(in: steps)) { (_: any Error) in 1 },
      cancelled.continueOnErrorWith(.noted(in: steps)) { (_: Failure) in 1 },
      cancelled.continueOnErrorWithTask(.noted(in: steps)) { (_: any Error) in Task(1) },
      cancelled.continueOnErrorWithTask(.noted(in: steps)) { (_: Failure) in Task(1) },
    ]
    #expect(nexts.allSatisfy { $0.cancelled })
    #expect(steps.all.isEmpty)
  }

  @Test("Rule 14: A result passes continueOnError by")
  func resultPasses() {
    let steps = Steps()
    let nexts = [
      Task(5).continueOnErrorWith(.noted(in: steps)) { (_: any Error) in 1 },
      Task(5).continueOnErrorWith(.noted(in: steps)) { (_: Failure) in 1 },
      Task(5).continueOnErrorWithTask(.noted(in: steps)) { (_: any Error) in Task(1) },
      Task(5).continueOnErrorWithTask(.noted(in: steps)) { (_: Failure) in Task(1) },
    ]
    #expect(nexts.map(\.result) == [5, 5, 5, 5])
    #expect(steps.all.isEmpty)
  }

  @Test("Rule 14: continueOnError answers errors, the typed one those of its type")
  func answers() {
    let failed = Task<Int>(error: Failure(number: 7))
    #expect(failed.continueOnErrorWith { (_: any Error) in 1 }.result == 1)
    #expect(failed.continueOnErrorWith { (failure: Failure) in failure.number }.result == 7)
    #expect(failed.continueOnErrorWithTask { (_: any Error) in Task(1) }.result == 1)
    #expect(failed.continueOnErrorWithTask { (failure: Failure) in Task(failure.number) }.result == 7)
    #expect(failed.continueOnErrorWith { error in error is Failure ? 3 : 4 }.result == 3)
  }

  @Test("Rule 14: An error of another type passes unchanged, but by way of the executor")
  func otherType() {
    let steps = Steps()
    let failed = Task<Int>(error: Failure(number: 7))
    let nexts = [
      failed.continueOnErrorWith(.noted(in: steps)) { (_: OtherFailure) in 1 },
      failed.continueOnErrorWithTask(.noted(in: steps)) { (_: OtherFailure) in Task(1) },
    ]
    #expect(nexts.map { $0.error as? Failure } == [Failure(number: 7), Failure(number: 7)])
    #expect(steps.all == ["executor", "executor"])
  }

  @Test("Rule 14: What continueOnError throws is the next error")
  func throwing() {
    let task = Task<Int>(error: Failure()).continueOnErrorWith { (_: any Error) in throw OtherFailure() }
    #expect(task.error is OtherFailure)
  }

  @Test("Rule 15: A continuation that gives a task ends as that one does, and is another one")
  func adoption() {
    let inner = [Task(1), Task(error: Failure()), .cancelledTask()]
    for inner in inner {
      let outer = Task("").continueOnSuccessWithTask { _ in inner }
      #expect(outer !== inner)
      #expect(outer.description == inner.description)
      #expect(Task("").continueWithTask { _ in inner }.description == inner.description)
      #expect(Task.executeWithTask { inner }.description == inner.description)
    }
  }

  @Test("Rule 15: It waits for the task that it was given")
  func adoptionWaits() {
    let source = TaskCompletionSource<Int>()
    let outer = Task("").continueOnSuccessWithTask { _ in source.task }
    #expect(!outer.completed)
    source.set(result: 3)
    #expect(outer.result == 3)
  }

  @Test("Rule 16: execute and the initializer have called the closure when they return")
  func execute() {
    let steps = Steps()
    let made = Task<Int> {
      steps.record("made")
      return 1
    }
    let executed = Task.execute {
      steps.record("executed")
      return 2
    }
    #expect(steps.all == ["made", "executed"])
    #expect([made.result, executed.result] == [1, 2])
    #expect(Task<Int> { throw Failure() }.error is Failure)
  }
}

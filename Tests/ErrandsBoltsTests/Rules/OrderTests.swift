import ErrandsBolts
import ErrandsTesting
import Foundation
import Testing

@Suite("In which order continuations are called", .timeLimit(.minutes(1)))
struct OrderTests {
  @Test("Rule 10: In the order of registration, on the thread that ends the task, before set returns")
  func registration() async {
    let steps = Steps()
    await onThread {
      let home = pthread_self()
      let source = TaskCompletionSource<Int>()
      for number in 1...4 {
        source.task.continueWith { _ in
          steps.record(pthread_equal(home, pthread_self()) != 0 ? "\(number)" : "elsewhere")
        }
      }
      source.set(result: 1)
      steps.record("set")
    }
    #expect(steps.all == ["1", "2", "3", "4", "set"])
  }

  @Test("Rule 10: What follows from one continuation comes before the next one")
  func depthFirst() {
    let steps = Steps()
    let source = TaskCompletionSource<Int>()
    source.task.continueWith { _ in steps.record("1") }.continueWith { _ in steps.record("1.1") }
      .continueWith { _ in steps.record("1.1.1") }
    source.task.continueWith { _ in steps.record("2") }
    source.set(result: 1)
    #expect(steps.all == ["1", "1.1", "1.1.1", "2"])
  }

  @Test("Rule 10: One that is added from inside another is called at once, before later ones")
  func inside() {
    let steps = Steps()
    let source = TaskCompletionSource<Int>()
    source.task.continueWith { task in
      steps.record("first")
      task.continueWith { _ in steps.record("added") }
      steps.record("first returns")
    }
    source.task.continueWith { _ in steps.record("second") }
    source.set(result: 1)
    #expect(steps.all == ["first", "added", "first returns", "second"])
  }

  @Test("Rule 10: Outside the lock: a continuation may ask its own task, and set another source")
  func outsideTheLock() {
    let steps = Steps()
    let (source, other) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
    other.task.continueWith { _ in steps.record("other") }
    source.task.continueWith { _ in
      steps.record(source.task.completed ? "completed" : "pending")
      other.set(result: 2)
      steps.record("set")
    }
    source.set(result: 1)
    #expect(steps.all == ["completed", "other", "set"])
  }

  @Test("Rule 11: A continuation on an ended task is called inside the registering call")
  func ended() {
    let steps = Steps()
    let tasks = [Task(1), Task(error: Failure()), .cancelledTask()]
    for task in tasks {
      task.continueWith { _ in steps.record("called") }
      steps.record("registered")
    }
    #expect(steps.all == ["called", "registered", "called", "registered", "called", "registered"])
  }

  @Test(
    "Rule 12: continueWith is given the same task",
    arguments: [Executor.default, .immediate, .queue(.global())]
  )
  func identity(executor: Executor) async throws {
    let source = TaskCompletionSource<Int>()
    let same = source.task.continueWith(executor) { task in task === source.task }
    let ended = Task<Int>(error: Failure())
    let endedToo = ended.continueWithTask(executor) { task in Task<Bool>(task === ended) }
    source.set(result: 1)
    #expect(try await same.value)
    #expect(try await endedToo.value)
  }

  @Test("Rule 12: continueWith is called however the task has ended")
  func always() {
    let steps = Steps()
    for end in ["success", "error", "cancelled"] {
      let source = TaskCompletionSource<Int>()
      source.task.continueWith { task in steps.record(task.description) }
      switch end {
      case "success": source.set(result: 1)
      case "error": source.set(error: Failure())
      default: source.cancel()
      }
    }
    #expect(
      steps.all == ["Task: success(1)", "Task: error(\(String(reflecting: Failure())))", "Task: cancelled"]
    )
  }
}

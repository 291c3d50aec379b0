import Errands
import ErrandsBolts
import ErrandsTesting
import Foundation
import Testing

/// In Bolts a pending task with a continuation holds itself: both leak where the source is dropped.
@Suite("A source that is dropped", .timeLimit(.minutes(1)))
struct AbandonmentTests {
  @Test("Rule 21: Task and continuations are let go of, without being called")
  func freed() async throws {
    let steps = Steps()
    try await withLiveObjects { live in
      let source = TaskCompletionSource<LiveObjects.Object>()
      source.task
        .continueOnSuccessWith { [object = live.object("success")] _ in steps.record(object.name) }
        .continueWith { [object = live.object("with")] _ in steps.record(object.name) }
        .continueOnErrorWith { [object = live.object("error")] _ in steps.record(object.name) }
      source.task.continueWithTask { [object = live.object("task")] task in
        steps.record(object.name)
        return task
      }
    }
    #expect(steps.all.isEmpty)
  }

  @Test("Rule 21: The task looks pending for ever")
  func pending() {
    let task = TaskCompletionSource<Int>().task
    let next = task.continueWith { _ in 1 }
    for task in [task, next] {
      #expect(!task.completed)
      #expect(!task.faulted)
      #expect(!task.cancelled)
      #expect(task.result == nil)
      #expect(task.error == nil)
      #expect(task.description == "Task: pending")
    }
  }

  @Test("Rule 21: A continuation that comes later is not called either")
  func later() async throws {
    let steps = Steps()
    try await withLiveObjects { live in
      let task = TaskCompletionSource<Int>().task
      task.continueWith(.noted(in: steps)) { [object = live.object("late")] _ in steps.record(object.name) }
    }
    #expect(steps.all.isEmpty)
  }

  @Test("Who awaits it is told, with the line that made the source")
  func awaited() async {
    let line: UInt = #line + 1
    let task = TaskCompletionSource<Int>().task
    let error = AbandonedError(origin: SourceLocation(line: line))
    await #expect(throws: error) { try await task.value }
    await #expect(throws: error) { try await task.continueWith { _ in 1 }.value }
    await #expect(throws: error) { try await task.errand().value() }
  }

  @Test("Who blocks for it is let go")
  func blocked() async {
    await onThread { TaskCompletionSource<Int>().task.waitUntilCompleted() }
  }

  @Test("A source that has set its task leaves it alone")
  func set() {
    let task: Task<Int>
    do {
      let source = TaskCompletionSource<Int>()
      task = source.task
      source.set(result: 1)
    }
    #expect(task.result == 1)
  }

  @Test("Its hook stops the work")
  func hook() {
    let steps = Steps()
    do {
      let source = TaskCompletionSource<Int>()
      source.onCancel { steps.record("stopped") }
    }
    #expect(steps.all == ["stopped"])
  }

  @Test("A continuation that an executor throws away abandons its task", arguments: [0, 1, 2])
  func thrownAway(how: Int) async {
    let queue = OperationQueue()
    queue.isSuspended = true
    let executor: Executor = [.operationQueue(queue), .closure { _ in }, .escapingClosure { _ in }][how]
    let steps = Steps()
    let task = Task(1).continueWith(executor) { _ in steps.record("called") }
    queue.cancelAllOperations()
    queue.isSuspended = false
    await #expect(throws: AbandonedError.self) { try await task.value }
    #expect(!task.completed)
    #expect(steps.all.isEmpty)
  }

  @Test("A task that is to end as it does itself is abandoned instead of waiting for itself")
  func itself() async throws {
    try await withLiveObjects { live in
      let (source, kept) = (TaskCompletionSource<LiveObjects.Object>(), Kept<Task<LiveObjects.Object>>())
      let task = source.task.continueWithTask { _ in try #require(kept.take()) }
      kept.set(task)
      source.set(result: live.object("result"))
      #expect(!task.completed)
      await #expect(throws: AbandonedError.self) { try await task.value }
    }
  }
}

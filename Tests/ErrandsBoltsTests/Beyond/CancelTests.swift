import ErrandsBolts
import ErrandsTesting
import Testing

@Suite("Cancelling a Bolts task", .timeLimit(.minutes(1)))
struct CancelTests {
  @Test("Law 4: cancels the chain to its beginning, stops the work, and then tells the continuations")
  func chain() {
    let steps = Steps()
    let source = TaskCompletionSource<Int>()
    source.onCancel { steps.record("stopped") }
    let middle = source.task.continueOnSuccessWith { $0 }
    let last = middle.continueOnSuccessWith { $0 }
    last.continueWith { task in steps.record(task.description) }

    last.cancel()

    #expect(steps.all == ["stopped", "Task: cancelled"])
    #expect([source.task, middle, last].allSatisfy { $0.cancelled })
  }

  @Test("Law 4: Where several wait, the work goes on until the last of them lets go")
  func shared() {
    let steps = Steps()
    let source = TaskCompletionSource<Int>()
    source.onCancel { steps.record("stopped") }
    let (one, other) = (source.task.continueWith { _ in 1 }, source.task.continueWith { _ in 2 })
    one.cancel()
    #expect(steps.all.isEmpty)
    #expect(!source.task.completed)
    other.cancel()
    #expect(steps.all == ["stopped"])
  }

  // The continuation of each stayed in the task that goes on, with what it had captured.
  @Test("Continuations whose tasks were cancelled leave nothing behind, nor does a whenAny that has ended")
  func leavingNothing() async throws {
    let source = TaskCompletionSource<Int>()
    let live = LiveObjects()
    let first = source.task.continueWith { [object = live.object("first")] _ in
      withExtendedLifetime(object) {}
    }
    let other = source.task.continueWith { _ in 1 }
    source.task.continueWith { [object = live.object("later")] _ in withExtendedLifetime(object) {} }.cancel()
    first.cancel()
    try await live.allGone()
    for _ in 0..<100 {
      _ = Task.whenAny([source.task, Task(1)])
      Task.whenAll([source.task, source.task]).cancel()
      source.task.continueOnSuccessWith { $0 }.cancel()
    }
    #expect(source.task.handlerCount == 1 && !source.task.completed)
    // Those who have left do not count for somebody else.
    other.cancel()
    #expect(source.task.cancelled)
  }

  @Test("A continuation whose task has been cancelled is not called")
  func notCalled() {
    let steps = Steps()
    let source = TaskCompletionSource<Int>()
    let one = source.task.continueWith { _ in steps.record("one") }
    source.task.continueWith { _ in steps.record("other") }
    one.cancel()
    source.set(result: 1)
    #expect(steps.all == ["other"])
  }

  @Test("Law 4: The task that a continuation has given is cancelled with the one that waits for it")
  func adopted() {
    let (source, inner) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
    let outer = source.task.continueOnSuccessWithTask { _ in inner.task }
    source.set(result: 1)
    outer.cancel()
    #expect(inner.task.cancelled)
    #expect(source.task.result == 1)
  }

  @Test("Law 4: So is one that it gives when it is too late")
  func adoptedLate() {
    let (source, inner) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
    let kept = Kept<Task<Int>>()
    let outer = source.task.continueOnSuccessWithTask { _ in
      kept.value?.cancel()
      return inner.task
    }
    kept.set(outer)
    source.set(result: 1)
    #expect(outer.cancelled)
    #expect(inner.task.cancelled)
    kept.letGo()
  }

  // Each looked for its work round and round, at full speed.
  @Test("Tasks that wait for one another can be asked for progress, made errands of, and cancelled")
  func circle() {
    let (source, kept) = (TaskCompletionSource<Int>(), Kept<Task<Int>>())
    let first = source.task.continueOnSuccessWithTask { value in kept.take() ?? Task(value) }
    let second = first.continueOnSuccessWith { $0 + 1 }
    kept.set(second)
    source.set(result: 1)
    first.onProgress { _ in }
    first.errand().run().cancel()
    let third = first.continueWith { _ in 3 }
    third.cancel()
    #expect(third.cancelled && !first.completed && !second.completed)
    second.cancel()
    #expect(first.cancelled && second.cancelled)
  }

  @Test("No effect on a task that has ended, nor the second time")
  func twice() {
    let steps = Steps()
    let source = TaskCompletionSource<Int>()
    source.onCancel { steps.record("stopped") }
    source.task.cancel()
    source.task.cancel()
    #expect(steps.all == ["stopped"])
    let ended = Task(1)
    ended.cancel()
    #expect(ended.result == 1)
  }

  @Test("The source's hook: not called where the source has ended its task itself")
  func hookAfterEnd() {
    let steps = Steps()
    for end in 0..<3 {
      let source = TaskCompletionSource<Int>()
      source.onCancel { steps.record("stopped") }
      switch end {
      case 0: source.set(result: 1)
      case 1: source.set(error: Failure())
      default: source.cancel()
      }
      source.task.cancel()
      if end < 2 { source.onCancel { steps.record("late") } }
    }
    #expect(steps.all.isEmpty)
  }

  @Test("The source's hook: called at once where the task has been cancelled before, and the last one counts")
  func hooks() {
    let steps = Steps()
    let source = TaskCompletionSource<Int>()
    source.onCancel { steps.record("first") }
    source.onCancel { steps.record("second") }
    source.task.cancel()
    source.onCancel { steps.record("late") }
    #expect(steps.all == ["second", "late"])
  }

  @Test("Law 3: What hooks and continuations hold is freed when the task has ended")
  func freed() async throws {
    try await withLiveObjects { live in
      let sources = (0..<2).map { _ in TaskCompletionSource<Int>() }
      for source in sources {
        source.onCancel { [object = live.object("hook")] in withExtendedLifetime(object) {} }
        source.task.continueWith { [object = live.object("continuation")] _ in withExtendedLifetime(object) {}
        }
      }
      sources[0].set(result: 1)
      sources[1].task.cancel()
      try await live.allGone()
    }
  }
}

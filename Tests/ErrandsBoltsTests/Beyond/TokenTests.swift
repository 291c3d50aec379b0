import Dispatch
import ErrandsBolts
import ErrandsTesting
import Testing

@Suite("Cancellation tokens", .timeLimit(.minutes(1)))
struct TokenTests {
  private let source = CancellationTokenSource()

  @Test("A token is cancelled once and for all, and throws CancelledError")
  func cancelled() throws {
    #expect(!source.token.cancellationRequested)
    try source.token.throwIfCancellationRequested()
    source.cancel()
    source.cancel()
    #expect(source.cancellationRequested)
    #expect(throws: CancelledError.self) { try source.token.throwIfCancellationRequested() }
  }

  @Test("Actions are called once, in the order of registration, by the cancelling call")
  func order() {
    let steps = Steps()
    for number in 1...20 { source.token.register { steps.record("\(number)") } }
    source.cancel()
    source.cancel()
    #expect(steps.all == (1...20).map(String.init))
  }

  // A token that is linked to others cancels the next inside its own cancelling, and frees the one before.
  @Test("A hundred thousand tokens that are linked in a row are cancelled, and let go of, on a small stack")
  func linked() async {
    await onThread { [source] in
      var sources = [source]
      for number in 0..<Sizes.members {
        sources.append(CancellationTokenSource(linkedTo: sources[number].token))
      }
      source.cancel()
      let last = sources[Sizes.members]
      #expect(last.cancellationRequested)
      let untouched = (0..<Sizes.members).reduce(CancellationTokenSource()) { former, _ in
        CancellationTokenSource(linkedTo: former.token)
      }
      withExtendedLifetime(untouched) {}
    }
  }

  @Test("One that comes later is called at once")
  func late() {
    let steps = Steps()
    source.cancel()
    source.token.register { steps.record("called") }.dispose()
    #expect(steps.all == ["called"])
  }

  @Test("A disposed one is not called; not even where another action disposes of it")
  func disposed() {
    let steps = Steps()
    let kept = Kept<CancellationTokenRegistration>()
    let first = source.token.register { steps.record("first") }
    source.token.register {
      steps.record("second")
      kept.value?.dispose()
    }
    kept.set(source.token.register { steps.record("third") })
    first.dispose()
    first.dispose()
    source.cancel()
    #expect(steps.all == ["second"])
    kept.letGo()
  }

  @Test("An action may cancel, register and ask")
  func reentrant() {
    let steps = Steps()
    source.token.register { [source] in
      source.cancel()
      source.token.register { steps.record("inside") }
      steps.record(source.token.cancellationRequested ? "cancelled" : "not")
    }
    source.token.register { steps.record("next") }
    source.cancel()
    #expect(steps.all == ["inside", "cancelled", "next"])
  }

  @Test("A source is linked to others: cancelled with each of them, and not the other way round")
  func linked() {
    let other = CancellationTokenSource()
    let linked = CancellationTokenSource(linkedTo: source.token, other.token)
    let third = CancellationTokenSource(linkedTo: source.token)
    third.cancel()
    #expect(!source.cancellationRequested)
    #expect(!linked.cancellationRequested)
    other.cancel()
    #expect(linked.cancellationRequested)
    #expect(!source.cancellationRequested)
    #expect(CancellationTokenSource(linkedTo: other.token).cancellationRequested)
  }

  @Test("cancelAfter cancels later, even where the source is gone; the last call counts")
  func after() async throws {
    let cancelled = Gate()
    do {
      let source = CancellationTokenSource()
      source.cancelAfter(3_600)
      source.cancelAfter(0.001)
      source.token.register { cancelled.open() }
    }
    try await cancelled.wait()
  }

  @Test("A token cancels the continuation's task at once, and the continuation is not called")
  func task() {
    let steps = Steps()
    let work = TaskCompletionSource<Int>()
    let other = work.task.continueWith { _ in }
    let tasks = [
      work.task.continueWith(cancellationToken: source.token) { _ in steps.record("called") },
      work.task.continueWithTask(cancellationToken: source.token) { _ in Task<Void> { steps.record("called") }
      },
      work.task.continueOnSuccessWith(cancellationToken: source.token) { _ in steps.record("called") },
      work.task.continueOnSuccessWithTask(cancellationToken: source.token) { _ in
        Task<Void> { steps.record("called") }
      },
    ]
    let failing = TaskCompletionSource<Void>()
    let answers = [
      failing.task.continueOnErrorWith(cancellationToken: source.token) { (_: any Error) in
        steps.record("called")
      },
      failing.task.continueOnErrorWith(cancellationToken: source.token) { (_: Failure) in
        steps.record("called")
      },
      failing.task.continueOnErrorWithTask(cancellationToken: source.token) { (_: any Error) in
        Task<Void> { steps.record("called") }
      },
      failing.task.continueOnErrorWithTask(cancellationToken: source.token) { (_: Failure) in
        Task<Void> { steps.record("called") }
      },
    ]
    source.cancel()
    #expect((tasks + answers).allSatisfy { $0.cancelled })
    #expect(!work.task.completed)
    work.set(result: 1)
    failing.set(error: Failure())
    #expect(steps.all.isEmpty)
    #expect(other.completed)
  }

  @Test("A token that has been cancelled before has no continuation called, not even that of an ended task")
  func before() {
    let steps = Steps()
    source.cancel()
    let tasks = [
      Task(1).continueWith(cancellationToken: source.token) { _ in steps.record("called") },
      Task(1).continueOnSuccessWith(cancellationToken: source.token) { _ in steps.record("called") },
      Task<Void>(cancellationToken: source.token) { steps.record("called") },
      Task.execute(cancellationToken: source.token) { steps.record("called") },
      Task.executeWithTask(cancellationToken: source.token) { Task<Void> { steps.record("called") } },
      Task<Void>.withDelay(0, cancellationToken: source.token),
    ]
    #expect(tasks.allSatisfy { $0.cancelled })
    #expect(steps.all.isEmpty)
  }

  @Test("A token cancels what waits in a queue, and what a continuation has given")
  func stages() {
    let steps = Steps()
    let queue = DispatchQueue(label: "queue")
    queue.suspend()
    let queued = Task(1).continueWith(.queue(queue), cancellationToken: source.token) { _ in
      steps.record("called")
    }
    let inner = TaskCompletionSource<Int>()
    let outer = Task(1).continueWithTask(cancellationToken: source.token) { _ in inner.task }
    source.cancel()
    #expect(queued.cancelled)
    #expect(outer.cancelled)
    #expect(inner.task.cancelled)
    queue.resume()
    queue.sync {}
    #expect(steps.all.isEmpty)
  }

  @Test("A token leaves a task alone that has ended")
  func ended() {
    let task = Task(1).continueWith(cancellationToken: source.token) { _ in 2 }
    source.cancel()
    #expect(task.result == 2)
  }

  @Test("A token that lives on holds nothing of what has ended, was disposed of or was linked to it")
  func freed() async throws {
    try await withLiveObjects { live in
      let work = (0..<3).map { _ in TaskCompletionSource<LiveObjects.Object>() }
      for work in work {
        work.task.continueOnSuccessWith(.immediate, cancellationToken: source.token) { $0 }
      }
      work[0].set(result: live.object("result"))
      work[1].set(error: Failure())
      work[2].task.cancel()
      source.token.register { [object = live.object("action")] in withExtendedLifetime(object) {} }.dispose()
      let linked = CancellationTokenSource(linkedTo: source.token)
      linked.token.register { [object = live.object("linked")] in withExtendedLifetime(object) {} }
    }
    #expect(source.token.actionCount == 0)
  }

  @Test("A token that has been cancelled is not kept by the time it would have been cancelled at")
  func freedBeforeItsTime() {
    weak var token: CancellationToken?
    do {
      let source = CancellationTokenSource()
      token = source.token
      source.cancelAfter(3_600)
      source.cancelAfter(7_200)
      #expect(token != nil)
      source.cancel()
    }
    #expect(token == nil)
  }

  // Only the source knew of the time: each of a server's requests was kept for as long as it might have taken.
  @Test("Nor where it was cancelled with another one")
  func freedWithAnother() {
    let parent = CancellationTokenSource()
    weak var token: CancellationToken?
    do {
      let source = CancellationTokenSource(linkedTo: parent.token)
      token = source.token
      source.cancelAfter(3_600)
      parent.cancel()
      #expect(source.cancellationRequested)
      source.cancelAfter(3_600)
    }
    #expect(token == nil)
  }

  @Test("A token that is cancelled holds nothing of its actions")
  func freedByCancelling() async throws {
    try await withLiveObjects { live in
      source.token.register { [object = live.object("action")] in withExtendedLifetime(object) {} }
      source.cancelAfter(3_600)
      source.cancel()
    }
    #expect(source.token.actionCount == 0)
  }
}

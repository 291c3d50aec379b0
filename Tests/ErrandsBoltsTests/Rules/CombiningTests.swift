import Errands
import ErrandsBolts
import ErrandsTesting
import Testing

@Suite("Tasks of tasks", .timeLimit(.minutes(1)))
struct CombiningTests {
  private let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
  private var tasks: [Task<Int>] { sources.map(\.task) }

  // Each waited behind the continuations of the task's other users.
  @Test("Law 2: A continuation that blocks holds up nothing that is made of the task", arguments: 0..<5)
  func apart(way: Int) async {
    let (pair, source) = (BlockingPair(), TaskCompletionSource<Int>())
    let (task, scope) = (source.task, Scope())
    task.continueWith(.immediate) { _ in pair.first() }
    let made: Task<Void> =
      switch way {
      case 0: Task<Int>.whenAll([task, Task<Int>(1)])
      case 1: Task<Int>.whenAny([task])
      case 2: Task<Int>(1).continueWithTask(.immediate) { _ in task }.continueWith(.immediate) { _ in }
      case 3: task.tied(to: scope).continueWith(.immediate) { _ in }
      default: Task<Int>.executeWithTask(.immediate) { task }.continueWith(.immediate) { _ in }
      }
    made.continueWith(.immediate) { _ in pair.second() }
    await onThread { source.set(result: 7) }
    withExtendedLifetime(scope) {}
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("Rule 17: whenAll waits for all of them")
  func waits() {
    let all = Task.whenAll(tasks)
    sources[2].set(result: 1)
    sources[0].set(error: Failure())
    #expect(!all.completed)
    sources[1].set(result: 2)
    #expect(all.completed)
  }

  @Test("Rule 17: whenAll succeeds when all have succeeded, and at once with none")
  func succeeds() {
    #expect(Task.whenAll(Task(1), Task(2)).result != nil)
    #expect(Task<Int>.whenAll([]).result != nil)
    #expect(Task<Int>.whenAllResult([]).result == [])
  }

  @Test("Rule 17: whenAll fails with all errors, in the order of the tasks")
  func errors() throws {
    let all = Task.whenAll(tasks)
    sources[2].set(error: Failure(number: 3))
    sources[1].set(result: 1)
    sources[0].set(error: Failure(number: 1))
    let error = try #require(all.error as? AggregateError)
    #expect(error.errors.map { $0 as? Failure } == [Failure(number: 1), Failure(number: 3)])
  }

  @Test("Rule 17: One that was cancelled counts for more than those that have failed")
  func cancellation() {
    let all = Task.whenAll(tasks)
    let results = Task.whenAllResult(tasks)
    sources[0].set(error: Failure())
    sources[1].cancel()
    sources[2].set(error: Failure())
    #expect(all.cancelled)
    #expect(all.error == nil)
    #expect(results.cancelled)
  }

  @Test("Rule 18: whenAllResult gives the results in the order of the tasks")
  func results() {
    let all = Task.whenAllResult(tasks)
    sources[1].set(result: 1)
    sources[2].set(result: 2)
    sources[0].set(result: 0)
    #expect(all.result == [0, 1, 2])
    #expect(Task.whenAllResult(Task("a"), Task("b")).result == ["a", "b"])
  }

  @Test("Rule 19: whenAny succeeds with the first that ends, however it does", arguments: [0, 1, 2])
  func any(how: Int) {
    let first = Task.whenAny(tasks)
    #expect(!first.completed)
    switch how {
    case 0: sources[1].set(result: 1)
    case 1: sources[1].set(error: Failure())
    default: sources[1].cancel()
    }
    #expect(first.result != nil)
    sources[0].set(error: Failure())
    #expect(first.result != nil)
    #expect(!sources[2].task.completed)
  }

  /// Told to let go because it had been settled already, it cancelled the tasks that were to go on.
  @Test("Rule 19: The others go on, even where one of them has ended before")
  func othersGoOn() {
    let before = Task.whenAny(sources[0].task, Task(1), sources[1].task)
    let after = Task.whenAny(tasks)
    sources[2].set(result: 1)
    #expect(before.result != nil)
    #expect(after.result != nil)
    #expect(tasks.map(\.completed) == [false, false, true])
  }

  @Test("Rule 19: whenAny of none succeeds at once")
  func anyOfNone() {
    #expect(Task<Int>.whenAny([]).result != nil)
    #expect(Task.whenAny(sources[0].task, Task(1)).result != nil)
  }

  @Test("Law 4: Cancelling what waits for all cancels those that nobody else waits for")
  func cancelAll() {
    let stopped = Events<Int>()
    for (number, source) in sources.enumerated() { source.onCancel { stopped.record(number) } }
    sources[1].task.continueWith { _ in }
    Task.whenAll(tasks).cancel()
    #expect(stopped.all.sorted() == [0, 2])
    #expect(tasks.map(\.cancelled) == [true, false, true])
  }

  @Test("Law 4: So does cancelling what waits for any")
  func cancelAny() {
    let first = Task.whenAny(tasks)
    let results = Task.whenAllResult(tasks)
    first.cancel()
    #expect(tasks.allSatisfy { !$0.completed })
    results.cancel()
    #expect(tasks.allSatisfy { $0.cancelled })
  }

  @Test("A task that waits for abandoned ones is abandoned, when all have ended")
  func abandoned() async {
    let kept = TaskCompletionSource<Int>()
    let all = Task.whenAll(TaskCompletionSource<Int>().task, kept.task)
    let any = Task.whenAny(TaskCompletionSource<Int>().task, TaskCompletionSource<Int>().task)
    #expect(Task.whenAny(TaskCompletionSource<Int>().task, Task(1)).result != nil)
    #expect(!Task.whenAll(TaskCompletionSource<Int>().task, .cancelledTask()).completed)
    async let error = #expect(throws: (any Error).self) { try await all.value }
    kept.set(result: 1)
    #expect(!all.completed)
    #expect(!any.completed)
    #expect(await error is AbandonedError)
    #expect(await #expect(throws: (any Error).self) { try await any.value } is AbandonedError)
  }
}

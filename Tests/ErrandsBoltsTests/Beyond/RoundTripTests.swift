import Errands
import ErrandsBolts
import ErrandsTesting
import Testing

@Suite("From an errand to a Bolts task, and back", .timeLimit(.minutes(1)))
struct RoundTripTests {
  @Test("Law 8: The value is the same")
  func value() async throws {
    #expect(Errand.success(1).boltsTask().result == 1)
    #expect(try await Errand.success(1).boltsTask().errand().value() == 1)
    #expect(try await Errand { 2 }.boltsTask().errand().boltsTask().value == 2)
  }

  @Test("Law 8: The error is the identical one")
  func error() async throws {
    let error = ProbeError()
    let task = Errand<Int>.failure(error).boltsTask()
    #expect((task.error as? ProbeError) === error)
    let back = await #expect(throws: ProbeError.self) { try await task.errand().value() }
    #expect(back === error)
  }

  @Test("Law 8: Cancellation is cancellation, and CancelledError that was set an error")
  func cancellation() async {
    #expect(Errand<Int>.failure(CancellationError()).boltsTask().cancelled)
    #expect(Errand<Int>.failure(CancelledError()).boltsTask().faulted)
    await #expect(throws: CancellationError.self) { try await Task<Int>.cancelledTask().errand().value() }
    await #expect(throws: CancelledError.self) {
      try await Task<Int>(error: CancelledError()).errand().value()
    }
  }

  @Test("Law 8: Cancelling the last one stops the work of the first")
  func cancel() async throws {
    let work = ManualWork<Int>()
    let first = work.errand.boltsTask()
    let run = first.continueOnSuccessWith { $0 }.errand().run()
    run.cancel()
    #expect(work.stops.count == 1)
    #expect(first.cancelled)
    await #expect(throws: CancellationError.self) { try await run.value }
  }

  @Test("Law 8: Progress comes through")
  func progress() async throws {
    let work = ManualWork<Int>()
    let task = work.errand.boltsTask()
    let reports = Events<RunProgress>()
    let direct = Events<RunProgress>()
    let run = task.continueOnSuccessWith { $0 }.errand().run()
    run.onProgress(on: .immediate) { reports.record($0) }
    task.onProgress { direct.record($0) }
    let callback = try await work.callback()
    callback.report(completed: 1, total: 2)
    callback.report(completed: 2, total: 2)
    callback.succeed(1)
    callback.report(completed: 3, total: 2)
    #expect(try await run.value == 1)
    let expected = [RunProgress(completed: 1, total: 2), RunProgress(completed: 2, total: 2)]
    #expect(reports.all == expected)
    #expect(direct.all == expected)
  }

  @Test("Progress goes where it was asked for")
  @MainActor
  func progressOnMain() async throws {
    let work = ManualWork<Int>()
    let task = work.errand.boltsTask()
    let seen = Gate()
    var last: RunProgress?
    task.onProgress(.mainThread) {
      last = $0
      seen.open()
    }
    try await work.callback().report(completed: 1, total: nil)
    try await seen.wait()
    #expect(last == RunProgress(completed: 1, total: nil))
    try await work.callback().succeed(1)
  }

  @Test("Law 3: A scope that ends cancels the errand's task and its work")
  func scope() async throws {
    let work = ManualWork<Int>()
    let scope = Scope()
    let task = work.errand.boltsTask(in: scope)
    scope.cancel()
    #expect(task.cancelled)
    #expect(work.stops.count == 1)
    #expect(work.errand.boltsTask(in: scope).cancelled)
    #expect(work.startCount == 1)
  }

  @Test("Law 3: A task that is tied to a scope is cancelled with it, and the others go on")
  func tied() {
    let steps = Steps()
    let (one, shared) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
    one.onCancel { steps.record("one stopped") }
    shared.onCancel { steps.record("shared stopped") }
    let other = shared.task.continueWith { $0.description }
    let scope = Scope()
    let tied = [one.task.tied(to: scope), shared.task.tied(to: scope)]
    let next = tied.map { task in task.continueOnSuccessWith { _ in steps.record("called") } }
    scope.cancel()
    shared.set(result: 1)
    #expect(steps.all == ["one stopped"])
    #expect((tied.map(\.cancelled) + next.map(\.cancelled)).allSatisfy { $0 })
    #expect(other.result == "Task: success(1)")
  }

  // The scope was asked for its end when that was over.
  @Test("Law 3: A task that is tied to a scope which has ended is cancelled at once, and lets go of its work")
  func tiedTooLate() {
    let (steps, scope, source) = (Steps(), Scope(), TaskCompletionSource<Int>())
    source.onCancel { steps.record("stopped") }
    scope.cancel()
    #expect(source.task.tied(to: scope).cancelled)
    #expect(steps.all == ["stopped"])
    #expect(Task(1).tied(to: scope).result == 1)
  }

  @Test("Law 3: A tied task that ends leaves its scope")
  func leaves() {
    let scope = Scope()
    let source = TaskCompletionSource<Int>()
    let tied = source.task.tied(to: scope)
    #expect(scope.runCount == 1)
    source.set(result: 1)
    #expect(tied.result == 1)
    #expect(scope.runCount == 0)
  }

  @Test("An errand of a task has a name, and each run of it waits for the same task")
  func runs() async throws {
    let source = TaskCompletionSource<Int>()
    let errand = source.task.errand("answer")
    #expect(errand.name == "answer")
    let runs = [errand.run(), errand.run()]
    runs[0].cancel()
    #expect(!source.task.completed)
    source.set(result: 42)
    #expect(try await runs[1].value == 42)
  }

  private final class ProbeError: Error {}
}

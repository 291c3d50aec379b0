import ErrandsTesting
import Synchronization
import Testing

@testable import Errands

@Suite("A work queue", .timeLimit(.minutes(1)))
struct WorkQueueTests {
  private let stage = WorkStage()

  @Test("starts works one after the other, highest priority first, first come first served among equals")
  func order() async throws {
    let queue = WorkQueue(limit: 1)
    queue.add(stage.work("first"))
    for (name, priority) in [("low", .low), ("a", .normal), ("b", .normal), ("high", .high)]
      as [(String, WorkPriority)]
    {
      queue.add(stage.work(name), priority: priority)
    }
    #expect(stage.started.all == ["first"])
    #expect(queue.runningCount == 1 && queue.waitingCount == 4)
    try await stage.finish("first", "high", "a", "b", "low")
    #expect(stage.started.all == ["first", "high", "a", "b", "low"])
    #expect(queue.runningCount == 0 && queue.waitingCount == 0)
  }

  @Test("starts more at once when the limit goes up, and lets those that run end when it goes down")
  func limit() async throws {
    let queue = WorkQueue(limit: 1)
    for name in ["a", "b", "c", "d"] { queue.add(stage.work(name)) }
    queue.limit = 3
    _ = try await stage.started.event(3)
    #expect(Set(stage.started.all) == ["a", "b", "c"])
    queue.limit = 1
    #expect(queue.runningCount == 3)
    try await stage.finish("a", "b")
    #expect(stage.started.count == 3)
    try await stage.finish("c")
    #expect(try await stage.started.event(4) == "d")
  }

  @Test("takes a limit below 1 for 1")
  func leastLimit() {
    let queue = WorkQueue("least", limit: -3)
    #expect(queue.limit == 1)
    queue.limit = 0
    #expect(queue.limit == 1)
    #expect(queue.name == "least")
  }

  @Test("starts nothing while it is suspended")
  func suspension() async throws {
    let queue = WorkQueue(limit: 2)
    queue.add(stage.work("a"))
    queue.isSuspended = true
    queue.add(stage.work("b"))
    try await stage.finish("a")
    #expect(stage.started.all == ["a"] && queue.waitingCount == 1)
    queue.isSuspended = false
    #expect(try await stage.started.event(2) == "b")
  }

  @Test("moves a waiting work when its priority changes")
  func priority() async throws {
    let queue = WorkQueue(limit: 1)
    queue.add(stage.work("first"))
    let low = queue.add(stage.work("low"), priority: .low)
    queue.add(stage.work("high"), priority: .high)
    queue.add(stage.work("normal"))
    low.priority = .high
    #expect(low.priority == .high)
    try await stage.finish("first", "high", "low", "normal")
    #expect(stage.started.all == ["first", "high", "low", "normal"])
    low.priority = .veryLow
    #expect(low.priority == .veryLow, "too late to matter, and no harm")
  }

  @Test("hands on value, error, abandonment and progress of the work as they are")
  func outcomes() async throws {
    let queue = WorkQueue(limit: 1)
    let error = ManualError(number: 7)
    let reports = Events<String>()
    let value = queue.add(stage.work("value"))
    value.run.onProgress(on: .immediate) { reports.record($0.label) }
    let failure = queue.add(stage.work("failure"))
    let forgotten = queue.add(Errand<Int>.fromCallback("forgotten") { _ in })
    let reporting = queue.add(
      Errand<Int>.fromCallback { callback in
        callback.report(completed: 1, total: 2)
        callback.succeed(2)
      }
    )
    reporting.run.onProgress(on: .immediate) { reports.record($0.label) }
    try await stage.finish("value")
    try await stage.fail("failure", with: error)
    #expect(try value.run.outcome?.get() == "value")
    #expect(failure.run.outcome?.error as? ManualError == error)
    await #expect(throws: AbandonedError.self) { try await forgotten.run.value }
    #expect(try await reporting.run.value == 2)
    #expect(reports.all == ["1/2"])
    #expect(queue.runningCount == 0)
  }

  @Test("is an operator: each run of the errand waits for its own turn")
  func operatorForm() async throws {
    let queue = WorkQueue(limit: 1)
    let errand = stage.work("work").on(queue)
    let blocker = queue.add(stage.work("blocker"))
    let runs = [errand.run(), errand.run()]
    #expect(queue.waitingCount == 2)
    try await stage.finish("blocker", "work", "work")
    #expect(stage.started.all == ["blocker", "work", "work"])
    for run in runs { #expect(try await run.value == "work") }
    #expect(try blocker.run.outcome?.get() == "blocker")
    #expect(errand.name == "work")
  }

  @Test("puts the errand of an async function through, and into its scope")
  func asynchronous() async throws {
    let queue = WorkQueue(limit: 2)
    let scope = Scope()
    let works = (0..<20).map { number in queue.add(Errand { number * 2 }, in: scope) }
    for (number, work) in works.enumerated() { #expect(try await work.run.value == number * 2) }
    #expect(scope.runCount == 0)
  }

  /// The trace is what a timeline is drawn from: how long something waited lies between these two.
  @Test("records that a work waits, and later that it starts")
  func trace() async throws {
    let log = TraceLog(of: "traced")
    let queue = WorkQueue(limit: 1)
    queue.add(stage.work("blocker"))
    let work = queue.add(stage.work("traced"))
    #expect(log.labels(of: work.run.id).last == "queued")
    try await stage.finish("blocker", "traced")
    #expect(log.labels(of: work.run.id).suffix(3) == ["queued", "started", "settled succeeded"])
  }

  @Test("never runs more than its limit allows, whoever adds, finishes, cancels and changes priorities")
  func neverExceeded() async {
    let queue = WorkQueue(limit: 3)
    let running = Atomic(0)
    let most = Atomic(0)
    let done = Events<Int>()
    let errand = Errand {
      most.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      await Task.yield()
      running.subtract(1, ordering: .relaxed)
    }
    let rounds = Sizes.raceRounds / 2
    let add: @Sendable (Int) -> Void = { round in
      let work = queue.add(errand, priority: round.isMultiple(of: 2) ? .low : .high)
      work.run.whenSettled(on: .immediate) { _ in done.record(round) }
      work.priority = .normal
    }
    await race(rounds: rounds, add, add)
    _ = try? await done.event(2 * rounds)
    #expect(most.load(ordering: .relaxed) <= 3)
    #expect(queue.runningCount == 0 && queue.waitingCount == 0)
  }
}

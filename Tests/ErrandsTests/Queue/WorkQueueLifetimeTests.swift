import ErrandsTesting
import Testing

@testable import Errands

@Suite("What a work queue keeps alive", .timeLimit(.minutes(1)))
struct WorkQueueLifetimeTests {
  private let stage = WorkStage()

  @Test("A suspended queue that is let go of cancels what waits in it, and what depends on that")
  func suspendedAndFreed() async throws {
    try await withLiveObjects { live in
      let dependent = WorkQueue(limit: 1)
      var runs: [Run<Int>] = []
      do {
        let queue = WorkQueue(limit: 1)
        queue.isSuspended = true
        let work = queue.add(holding(live.object("work")))
        runs.append(work.run)
        runs.append(queue.add(holding(live.object("inside")), after: [work]).run)
        runs.append(dependent.add(holding(live.object("outside")), after: [work]).run)
      }
      #expect(runs.map { $0.outcome?.label } == ["cancelled", "cancelled", "cancelled"])
      #expect(dependent.waitingCount == 0)
    }
  }

  // A work whose closure held the very thing that was to end it never ended: the queue kept the closure.
  @Test("While a work runs, the queue does not keep alive what only its start needed")
  func started() async throws {
    let live = LiveObjects()
    let queue = WorkQueue(limit: 1)
    let end = Kept<Callback<Int>>()
    let work = queue.add(startingWith(live.object("start"), end))
    try await live.allGone()
    #expect(queue.runningCount == 1)
    end.value?.succeed(1)
    #expect(work.run.outcome?.label == "value 1")
  }

  // It had two jobs, one that tried to begin at once and one that waited. The first kept the closure, which held what
  // was to end the work: of a batch of a hundred photos sixteen at a time, the third sixteen never came.
  @Test("Nor where the work has waited for its turn")
  func startedLater() async throws {
    let live = LiveObjects()
    let queue = WorkQueue(limit: 1)
    let (first, second) = (Kept<Callback<Int>>(), Kept<Callback<Int>>())
    queue.add(startingWith(live.object("first start"), first))
    let work = queue.add(startingWith(live.object("second start"), second))
    #expect(queue.waitingCount == 1)
    first.value?.succeed(1)
    try await live.allGone()
    #expect(queue.runningCount == 1)
    second.value?.succeed(2)
    #expect(try await work.run.value == 2)
  }

  private func startingWith(_ object: LiveObjects.Object, _ end: Kept<Callback<Int>>) -> Errand<Int> {
    .fromCallback { callback in
      withExtendedLifetime(object) { end.set(callback) }
    }
  }

  @Test("A queue that is let go of finishes what can still start")
  func freedWhileRunning() async throws {
    let runs = addAndLetGo()
    try await stage.finish("a", "c", "b")
    #expect(stage.started.all == ["a", "c", "b"], "b joins the line when a has succeeded")
    for run in runs { _ = try await run.value }
  }

  private func addAndLetGo() -> [Run<String>] {
    let queue = WorkQueue(limit: 1)
    let a = queue.add(stage.work("a"))
    return [a.run, queue.add(stage.work("b"), after: [a]).run, queue.add(stage.work("c")).run]
  }

  @Test("A work that has settled keeps nothing alive, however it ended and whoever still holds its handle")
  func settled() async throws {
    let live = LiveObjects()
    let queue = WorkQueue(limit: 1)
    let pending = ManualWork<Int>()
    let blocker = pending.errand.run()
    queue.isSuspended = true
    let succeeding = queue.add(holding(live.object("succeeding")))
    let cancelled = queue.add(holding(live.object("cancelled")))
    let dependent = queue.add(holding(live.object("dependent")), after: [blocker])
    let failing = queue.add(holding(live.object("failing")), after: [cancelled])
    cancelled.cancel()
    dependent.cancel()
    queue.isSuspended = false
    try await live.allGone()
    #expect(blocker.outcome == nil, "whose list of dependents once kept the cancelled one")
    #expect(try succeeding.run.outcome?.get() == 1)
    #expect([cancelled, dependent, failing].allSatisfy { $0.run.outcome?.label == "cancelled" })
    pending.letGo()
  }

  // A run on which a hundred thousand works had waited, and were cancelled, knew them all until its own end.
  @Test("What a work depended on forgets it when it has ended, in whichever way")
  func forgotten() {
    let queue = WorkQueue(limit: 1)
    let runs = (1...3).map { Run<Int>(name: "\($0)", registry: nil) }
    let cancelled = queue.add(stage.work("cancelled"), after: runs)
    #expect(runs.allSatisfy { !$0.settlement.state.handlers.isEmpty })
    cancelled.cancel()
    #expect(runs.allSatisfy { $0.settlement.state.handlers.isEmpty })
    let failing = Run<Int>(name: "failing", registry: nil)
    failing.settle(.failure(ManualError()))
    let failed = queue.add(stage.work("failed"), after: [failing] + runs)
    #expect(failed.run.outcome?.label == "failed")
    #expect(runs.allSatisfy { $0.settlement.state.handlers.isEmpty })
    for run in runs { run.settle(.success(1)) }
  }

  @Test("A queue goes with its last work")
  func queueIsFreed() async throws {
    weak var weakQueue: WorkQueue?
    let never = Run<Int>(name: "never", registry: nil)
    let blocked: Run<String>
    do {
      let queue = WorkQueue(limit: 1)
      weakQueue = queue
      queue.add(stage.work("a"))
      stage.work("b").on(queue).run()
      blocked = queue.add(stage.work("blocked"), after: [never]).run
    }
    #expect(weakQueue != nil, "it holds the places of what runs")
    try await stage.finish("a", "b")
    // With the queue goes what can never start any more.
    await #expect(throws: CancellationError.self) { try await blocked.value }
    never.settle(.success(1))
  }

  private func holding(_ object: LiveObjects.Object) -> Errand<Int> {
    .fromCallback { callback in withExtendedLifetime(object) { _ = callback.succeed(1) } }
  }
}

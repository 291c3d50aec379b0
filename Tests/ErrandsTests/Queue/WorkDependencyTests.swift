import ErrandsTesting
import Testing

@testable import Errands

@Suite("Work that depends on other work", .timeLimit(.minutes(1)))
struct WorkDependencyTests {
  private let stage = WorkStage()

  @Test("starts after all of its dependencies have succeeded, also in other queues")
  func afterAll() async throws {
    let (first, second) = (WorkQueue(limit: 4), WorkQueue(limit: 1))
    let a = first.add(stage.work("a"))
    let b = second.add(stage.work("b"))
    let run = stage.work("run").run()
    first.add(stage.work("dependent"), after: [a, b, run])
    #expect(first.waitingCount == 1 && first.runningCount == 1)
    try await stage.finish("a", "b")
    #expect(!stage.started.all.contains("dependent"))
    try await stage.finish("run")
    #expect(try await stage.started.event(4) == "dependent")
  }

  @Test("counts a dependency that has settled already, and one that is named twice")
  func settledBefore() async throws {
    let queue = WorkQueue(limit: 1)
    let done = queue.add(stage.work("done"))
    try await stage.finish("done")
    queue.add(stage.work("dependent"), after: [done, done])
    #expect(try await stage.started.event(2) == "dependent")
  }

  @Test("takes no place while it waits for its dependencies")
  func noPlace() {
    let queue = WorkQueue(limit: 1)
    let outside = stage.work("outside").run()
    queue.add(stage.work("dependent"), priority: .veryHigh, after: [outside])
    queue.add(stage.work("other"))
    #expect(stage.started.all == ["outside", "other"])
  }

  /// Foundation's queue runs the dependents of a cancelled operation, and hangs on one that was never added.
  @Test("settles with the identical error where a dependency fails, and so do its own dependents")
  func failure() async throws {
    try await withLiveObjects { live in
      let queue = WorkQueue(limit: 1)
      let error = ProbeError(live)
      let a = queue.add(stage.work("a"))
      let b = queue.add(stage.work("b"), after: [a])
      let c = WorkQueue(limit: 1).add(stage.work("c"), after: [b])
      let early = queue.add(stage.work("early"), after: [c, a])
      try await stage.fail("a", with: error)
      for work in [b, c, early] { #expect(work.run.outcome?.error as? ProbeError === error) }
      let late = queue.add(stage.work("late"), after: [c])
      #expect(late.run.outcome?.error as? ProbeError === error)
      #expect(stage.started.all == ["a"])
      #expect(queue.waitingCount == 0 && queue.runningCount == 0)
    }
  }

  @Test("settles as cancelled where a dependency is cancelled before, while or after it is waited for")
  func cancelledDependency() {
    let queue = WorkQueue(limit: 1)
    let running = queue.add(stage.work("running"))
    let waiting = queue.add(stage.work("waiting"))
    let after = [
      queue.add(stage.work("dependent 1"), after: [waiting]),
      queue.add(stage.work("dependent 2"), after: [running]),
    ]
    waiting.cancel()
    #expect(after.map { $0.run.outcome?.label } == ["cancelled", nil])
    running.cancel()
    let late = queue.add(stage.work("late"), after: [running])
    #expect((after + [late]).allSatisfy { $0.run.outcome?.label == "cancelled" })
    #expect(stage.started.all == ["running"])
  }

  @Test("starts nevertheless where its dependency is cancelled after it has succeeded")
  func cancelledTooLate() async throws {
    let queue = WorkQueue(limit: 1)
    let done = queue.add(stage.work("done"))
    try await stage.finish("done")
    done.cancel()
    queue.add(stage.work("dependent"), after: [done])
    #expect(try await stage.started.event(2) == "dependent")
  }

  @Test("can be cancelled itself, without harm to what it depends on, and settles once")
  func cancelledDependent() async throws {
    let queue = WorkQueue(limit: 1)
    let log = TraceLog(of: "dependent")
    let a = queue.add(stage.work("a"))
    let dependent = queue.add(stage.work("dependent"), after: [a])
    dependent.cancel()
    #expect(a.run.outcome == nil && queue.waitingCount == 0)
    try await stage.fail("a", with: ManualError())
    #expect(dependent.run.outcome?.label == "cancelled")
    #expect(log.labels.allSatisfy { !$0.hasPrefix("late") })
  }

  @Test("settles once where its dependencies succeed and it is cancelled at the same moment")
  func cancelRace() async {
    let queue = WorkQueue(limit: 2)
    let rounds = Sizes.raceRounds
    let gates = (0..<rounds).map { _ in Settlement<Void>() }
    let runs = gates.map { gate in
      Errand<Void>.fromCallback { callback in gate.whenSettled { callback($0) } }.run()
    }
    let dependents = runs.map { queue.add(Errand<Int>.fromCallback { $0.succeed(1) }, after: [$0]) }
    await race(rounds: rounds) {
      gates[$0].settle(.success(()))
    } _: {
      dependents[$0].cancel()
    }
    for dependent in dependents { _ = try? await dependent.run.value }
    #expect(dependents.allSatisfy { $0.run.outcome != nil })
    #expect(queue.waitingCount == 0 && queue.runningCount == 0)
  }

  @Test("a dependency that settles while its dependent is being added is not missed")
  func addRace() async throws {
    // Foundation loses this wake-up some 40 times in a million.
    let queue = WorkQueue(limit: 2)
    let rounds = Sizes.raceRounds
    let gates = (0..<rounds).map { _ in Settlement<Int>() }
    let runs = gates.map { gate in
      Errand<Int>.fromCallback { callback in gate.whenSettled { callback($0) } }.run()
    }
    let works = Events<Run<Int>>()
    await race(rounds: rounds) {
      gates[$0].settle(.success(1))
    } _: {
      works.record(queue.add(Errand<Int>.fromCallback { $0.succeed(1) }, after: [runs[$0]]).run)
    }
    #expect(works.count == rounds)
    for run in works.all { #expect(try await run.value == 1) }
  }
}

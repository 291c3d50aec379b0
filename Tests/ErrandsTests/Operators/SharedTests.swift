import ErrandsTesting
import Testing

@testable import Errands

@Suite("Shared work")
struct SharedTests {
  private let work = ManualWork<Int>()

  @Test("Many runs, one piece of work, one outcome", .timeLimit(.minutes(1)), arguments: [true, false])
  func one(succeeds: Bool) async throws {
    let shared = work.errand.shared()
    #expect(work.startCount == 0)
    let runs = (0..<5).map { _ in shared.run() }
    #expect(work.startCount == 1)
    if succeeds {
      try await work.callback().succeed(7)
    } else {
      try await work.callback().fail(ManualError())
    }
    #expect(runs.allSatisfy { $0.outcome?.label == (succeeds ? "value 7" : "failed") })
  }

  @Test("It is cancelled when the last lets go, not before", .timeLimit(.minutes(1)))
  func lastLetsGo() async throws {
    let shared = work.errand.shared()
    let runs = (0..<3).map { _ in shared.run() }
    for run in runs.prefix(2) {
      run.cancel()
      #expect(run.outcome?.label == "cancelled")
      #expect(work.cancellations.count == 0)
    }
    #expect(runs[2].outcome == nil)
    runs[2].cancel()
    #expect(work.cancellations.count == 1)
  }

  @Test("The first may let go, and the work goes on for the others", .timeLimit(.minutes(1)))
  func firstLetsGo() async throws {
    let shared = work.errand.shared()
    let (first, second) = (shared.run(), shared.run())
    first.cancel()
    try await work.callback().succeed(7)
    #expect(first.outcome?.label == "cancelled")
    #expect(second.outcome?.label == "value 7")
    #expect(work.cancellations.count == 0)
  }

  @Test("One who joins late sees how far it has come, and then what the others see", .timeLimit(.minutes(1)))
  func lateJoiner() async throws {
    let shared = work.errand.shared()
    shared.run()
    try await work.callback().report(completed: 3, total: 10)
    let looking = shared.run()
    #expect(looking.progress?.label == "3/10")
    let late = Style.delegate.listen(to: shared, on: .immediate)
    try await work.callback().report(completed: 5, total: 10)
    try await work.callback().succeed(7)
    #expect(late.labels == ["progress 3/10", "progress 5/10", "value 7"])
    #expect(work.startCount == 1)
  }

  // The second piece of work began at the first one's progress, and never went beyond it.
  @Test("After its end, or after all have let go, it is begun anew", .timeLimit(.minutes(1)))
  func anew() async throws {
    let shared = work.errand.shared()
    let first = shared.run()
    try await work.callback().report(completed: 9, total: 10)
    try await work.callback().succeed(1)
    let second = shared.run()
    #expect(second.progress == nil)
    second.cancel()
    let third = shared.run()
    #expect(work.startCount == 3)
    _ = try await work.cancellations.event(1)
    #expect(first.outcome?.label == "value 1")
    #expect(third.outcome == nil)
    let joined = shared.run()
    #expect(joined.progress == nil)
    joined.cancel()
    third.cancel()
    #expect(work.cancellations.count == 2)
  }

  @Test("A late word of work that all have let go of does not reach the next one's", .timeLimit(.minutes(1)))
  func staleWork() async throws {
    let shared = work.errand.shared()
    shared.run().cancel()
    let stale = try await work.callback()
    let run = shared.run()
    stale.report(completed: 9, total: 9)
    stale.succeed(1)
    #expect(run.outcome == nil)
    #expect(run.progress == nil)
    #expect(work.startCount == 2)
    run.cancel()
  }

  @Test("Work that settles at once is done for each run by itself")
  func atOnce() {
    let begun = Counter()
    let shared = Errand<Int>.fromCallback { $0.succeed(begun.enter()) }.shared()
    #expect(shared.run().outcome?.label == "value 1")
    #expect(shared.run().outcome?.label == "value 2")
  }

  @Test("Nothing stays alive, however it ends", .timeLimit(.minutes(1)))
  func nothingStaysAlive() async throws {
    let line: UInt = #line + 1
    let work = ManualWork<Int>("lost", line: line)
    let runs = try await withLiveObjects { live in
      let probe = live.object("captured")
      let shared = work.errand.map { value in withExtendedLifetime(probe) { value } }.shared()
      let done = [shared.run(), shared.run()]
      try await work.callback().succeed(1)
      work.letGo()
      let cancelled = shared.run()
      cancelled.cancel()
      work.letGo()
      let abandoned = shared.run()
      work.letGo()
      return done + [cancelled, abandoned]
    }
    #expect(runs.map { $0.outcome?.label } == ["value 1", "value 1", "cancelled", "abandoned"])
    #expect((runs[3].outcome?.error as? AbandonedError)?.origin?.line == line)
  }

  // A run that joined in the moment in which the last one left joined work that was being cancelled.
  @Test("Two threads that join and leave: who stays gets a value", .timeLimit(.minutes(1)))
  func joinAndLeave() async throws {
    let rounds = Sizes.raceRounds
    let works = (0..<rounds).map { _ in ManualWork<Int>() }
    let errands = works.map { $0.errand.shared() }
    let leaving = errands.map { $0.run() }
    let stayed = Events<Run<Int>>()
    await ErrandsTesting.race(rounds: rounds) {
      leaving[$0].cancel()
    } _: {
      stayed.record(errands[$0].run())
    }
    #expect(leaving.allSatisfy { $0.outcome?.label == "cancelled" })
    for (work, run) in zip(works, stayed.all) {
      try await work.callback().succeed(7)
      #expect(run.outcome?.label == "value 7")
      #expect(work.startCount - work.cancellations.count == 1)
    }
  }
}

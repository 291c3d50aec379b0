import ErrandsTesting
import Synchronization
import Testing

@testable import Errands

@Suite("Cancelling queued work", .timeLimit(.minutes(1)))
struct WorkQueueCancellationTests {
  private let stage = WorkStage()

  @Test("A waiting work that is cancelled settles at once and never starts")
  func waiting() async throws {
    let queue = WorkQueue(limit: 1)
    queue.add(stage.work("first"))
    let cancelled = queue.add(stage.work("cancelled"))
    queue.add(stage.work("last"))
    cancelled.cancel()
    cancelled.cancel()
    #expect(cancelled.run.outcome?.label == "cancelled")
    #expect(queue.waitingCount == 1)
    try await stage.finish("first", "last")
    #expect(stage.started.all == ["first", "last"])
  }

  @Test("A running work that is cancelled is stopped, and gives its place to the next")
  func running() async throws {
    let queue = WorkQueue(limit: 1)
    let manual = ManualWork<Int>()
    let log = TraceLog(of: "manual work")
    let work = queue.add(manual.errand)
    queue.add(stage.work("next"))
    work.cancel()
    #expect(manual.cancellations.count == 1)
    #expect(try await stage.started.event(1) == "next")
    #expect(queue.runningCount == 1)
    let callback = try await manual.callback()
    #expect(log.labels(of: work.run.id).contains { $0.hasPrefix("late") } == false)
    #expect(!callback.succeed(1))
  }

  @Test("A deadline that passes while the work waits takes it out of the queue")
  func deadline() async throws {
    let queue = WorkQueue(limit: 1)
    let clock = VirtualClock()
    queue.add(stage.work("first"))
    let run = stage.work("late").on(queue).timeout(after: .seconds(1), clock: clock).run()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    await #expect(throws: TimeoutError.self) { try await run.value }
    try await stage.finish("first")
    #expect(stage.started.all == ["first"] && queue.waitingCount == 0)
  }

  @Test("Work for a scope that has ended never enters the queue")
  func endedScope() {
    let queue = WorkQueue(limit: 1)
    let scope = Scope()
    scope.cancel()
    let work = queue.add(stage.work("work"), in: scope)
    let dependent = queue.add(stage.work("dependent"), after: [work])
    #expect(work.run.outcome?.label == "cancelled" && dependent.run.outcome?.label == "cancelled")
    #expect(stage.started.all.isEmpty && queue.waitingCount == 0 && queue.runningCount == 0)
  }

  /// Cancelled one by one, the end of the running one would start the next.
  @Test("Cancelling all cancels what waits before what runs, so that nothing starts any more")
  func all() {
    let queue = WorkQueue(limit: 1)
    let works = ["a", "b", "c"].map { queue.add(stage.work($0)) }
    let blocked = queue.add(stage.work("blocked"), after: [works[0]])
    let settled = Events<String>()
    for work in works { work.run.whenSettled(on: .immediate) { _ in settled.record(work.run.name) } }
    queue.cancelAll()
    #expect((works + [blocked]).allSatisfy { $0.run.outcome?.label == "cancelled" })
    #expect(settled.all == ["b", "c", "a"])
    #expect(stage.started.all == ["a"])
    #expect(queue.runningCount == 0 && queue.waitingCount == 0)
    queue.add(stage.work("later"))
    #expect(stage.started.all == ["a", "later"])
  }

  @Test("A work that is cancelled when it has just got its place never starts, and gives it back")
  func taken() {
    let queue = WorkQueue(limit: 1)
    let run = Run<String>(name: "work", registry: nil)
    let errand = stage.work("work")
    let id = queue.reserve()
    let job = ErrandJob(run, as: id, in: queue, priority: nil, beginsWithTask: false) {
      run.perform(errand)
    }
    #expect(run.take(job))
    run.cancel()
    queue.enter(job, as: job.id, priority: .normal, after: [])
    #expect(queue.runningCount == 0 && stage.started.all.isEmpty)
    #expect(run.outcome?.label == "cancelled")
    queue.add(stage.work("next"))
    #expect(stage.started.all == ["next"])
  }

  // It has a slot by then, which its job, not being the run's, does not give back.
  @Test("A work that has ended before it entered leaves nothing in the queue")
  func endedBefore() {
    let queue = WorkQueue(limit: 1)
    let kept = Kept<Run<String>>()
    let observation = Trace.observe { event in
      if event.run == kept.value?.id, event.kind.label == "queued" { kept.value?.cancel() }
    }
    for _ in 0..<1_000 {
      let run = stage.work("work").on(queue).begin(in: nil as Scope?) { kept.set($0) }
      #expect(run.outcome?.label == "cancelled")
    }
    #expect(stage.started.all.isEmpty)
    #expect(queue.state.withLock { $0.slotCount } < 100)
    withExtendedLifetime(observation) {}
  }

  @Test("A work that is stopped has its place until it has stopped, and none when it is known to have ended")
  func stopping() {
    let queue = WorkQueue(limit: 1)
    let counts = Events<Int>()
    let kept = Kept<Callback<Int>>()
    let work = Errand<Int>.fromCallback { callback in
      callback.onCancel { counts.record(queue.runningCount) }
      kept.set(callback)
    }
    work.on(queue).run(on: .immediate) { _ in counts.record(queue.runningCount) }.cancel()
    #expect(counts.all == [1, 0])
    _ = kept.take()
  }

  @Test("A cancellation in the instant of the start ends the run, and the queue goes on")
  func startRace() async {
    let queue = WorkQueue(limit: 1)
    let works = (0..<Sizes.raceRounds).map { _ in
      let gate = Settlement<Void>()
      return (gate: gate, errand: Errand<Void>.fromCallback { callback in gate.whenSettled { callback($0) } })
    }
    queue.isSuspended = true
    let added = works.map { queue.add($0.errand) }
    queue.isSuspended = false
    // The left side ends the work before; that starts the one which the right side cancels.
    await race(rounds: works.count - 1) { round in
      works[round].gate.settle(.success(()))
    } _: { round in
      added[round + 1].cancel()
      added[round + 1].priority = .high
    }
    #expect(added.dropFirst().allSatisfy { $0.run.outcome?.label == "cancelled" })
    #expect(queue.runningCount == 0 && queue.waitingCount == 0)
  }

  @Test("Cancelling all while works are added leaves nothing behind")
  func cancelAllRace() async {
    let queue = WorkQueue(limit: 2)
    let settled = Atomic(0)
    let errand = Errand<Int>.fromCallback { callback in
      let held = Kept<Callback<Int>>()
      held.set(callback)
      callback.onCancel { held.set(nil) }
    }
    await race(rounds: Sizes.raceRounds) { _ in
      let first = queue.add(errand)
      let second = queue.add(errand, priority: .high, after: [first])
      for work in [first, second] {
        work.run.whenSettled(on: .immediate) { _ in settled.add(1, ordering: .relaxed) }
      }
    } _: { _ in
      queue.cancelAll()
    }
    queue.cancelAll()
    #expect(settled.load(ordering: .relaxed) == 2 * Sizes.raceRounds)
    #expect(queue.runningCount == 0 && queue.waitingCount == 0)
  }

  @Test("A change of priority in the instant of the start loses no work and starts none twice")
  func priorityRace() async throws {
    let queue = WorkQueue(limit: 1)
    queue.isSuspended = true
    let starts = Atomic(0)
    let errand = Errand<Void>.fromCallback { callback in
      starts.add(1, ordering: .relaxed)
      callback.succeed(())
    }
    let works = (0..<Sizes.raceRounds).map { _ in queue.add(errand) }
    await race(rounds: works.count) { round in
      works[round].priority = .high
      works[round].priority = .low
    } _: { round in
      queue.isSuspended = !round.isMultiple(of: 2)
    }
    queue.isSuspended = false
    for work in works { try await work.run.value }
    #expect(starts.load(ordering: .relaxed) == works.count)
  }

  /// A removal that looks for the work in a list makes the end of a full scope quadratic: at this size,
  /// longer than the time limit of the test.
  @Test("A scope ends with tens of thousands of works that wait in its queue")
  func scopeEnd() {
    let queue = WorkQueue(limit: 1)
    let scope = Scope()
    let count = Sizes.chain / 2
    queue.isSuspended = true
    for _ in 0..<count { queue.add(stage.work("work"), in: scope) }
    #expect(queue.waitingCount == count)
    scope.cancel()
    #expect(queue.waitingCount == 0 && scope.runCount == 0)
    queue.isSuspended = false
    #expect(stage.started.all.isEmpty)
  }
}

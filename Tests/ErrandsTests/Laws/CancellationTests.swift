import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

@Suite("Law 4: cancel reaches the bottom")
struct CancellationTests {
  @Test(
    "Settles at once, even where the work ignores it, in every style",
    .timeLimit(.minutes(1)),
    arguments: Style.allCases
  )
  func atOnce(style: Style) async throws {
    let work = ManualWork<Int>()
    let listener = style.listen(to: work.errand)
    _ = try await work.callback()
    listener.cancel()
    #expect(try await listener.outcome().label == "cancelled")
    #expect(work.cancellations.count == 1)
    #expect(listener.heard.count == 1)
  }

  // Only those who begin it looked, and one of them forgot to.
  @Test("Work does not start in a run that was cancelled before, on whatever way it comes there")
  func neverStarts() async {
    let started = Events<Int>()
    let errands = [
      Errand<Int>.fromCallback { callback in
        started.record(1)
        callback.succeed(1)
      },
      Errand {
        started.record(2)
        return 2
      },
    ]
    for errand in errands {
      let begun = Run<Int>(name: "begun", registry: nil)
      begun.cancel()
      begun.start(errand.work)
      let awaited = Run<Int>(name: "awaited", registry: nil)
      awaited.cancel()
      let outcome = await awaited.outcome(ofInline: errand.work)
      #expect(begun.outcome?.label == "cancelled" && outcome.label == "cancelled")
    }
    #expect(started.count == 0)
  }

  @Test("Cancelling twice, and after the settlement, has no effect")
  func twice() async throws {
    let log = TraceLog(of: "twice")
    let work = ManualWork<Int>("twice")
    let run = work.errand.run()
    run.cancel()
    run.cancel()
    #expect(work.cancellations.count == 1)
    #expect(log.labels == ["made", "started", "settled cancelled"])

    let settled = work.errand.run()
    try await work.callback().succeed(1)
    settled.cancel()
    #expect(settled.outcome?.label == "value 1")
    #expect(work.cancellations.count == 1)
    #expect(log.labels(of: settled.id) == ["made", "started", "settled succeeded"])
  }

  @Test("The order is: outcome, then the work is stopped, then the handlers are told")
  func order() {
    let order = Events<String>()
    let run = Run<Int>(name: "order", registry: nil)
    let observation = Trace.observe { event in
      if event.run == run.id { order.record(event.kind.label) }
    }
    run.onCancel { order.record("hook, \(run.outcome?.label ?? "pending")") }
    run.onCancel { order.record("second hook") }
    run.whenSettled(on: .immediate) { _ in order.record("handler") }
    run.cancel()
    withExtendedLifetime(observation) {}
    #expect(
      order.all
        == ["settled cancelled", "hook, cancelled", "second hook", "delivered", "handler"]
    )
  }

  @Test("A hook that is added after the cancellation is called at once")
  func hookAfterCancel() async throws {
    let work = ManualWork<Int>()
    let run = work.errand.run()
    run.cancel()
    let called = Events<Int>()
    try await work.callback().onCancel { called.record(1) }
    #expect(called.count == 1)
  }

  @Test("A hook is dropped, not called, when the work succeeds", .timeLimit(.minutes(1)))
  func hookAfterSuccess() async throws {
    let live = LiveObjects()
    let called = Events<Int>()
    let run = Run<Int>(name: "success", registry: nil)
    let before = live.object("before")
    Self.add(before, to: run, called)
    run.settle(.success(1))
    Self.add(live.object("after"), to: run, called)
    run.cancel()
    #expect(live.names == ["before": 1])
    withExtendedLifetime(before) {}
    #expect(called.count == 0)
  }

  private static func add(_ probe: LiveObjects.Object, to run: Run<Int>, _ called: Events<Int>) {
    run.onCancel { withExtendedLifetime(probe) { called.record(1) } }
  }

  @Test("A failure of the work itself calls no hook")
  func hookAfterFailure() async throws {
    let work = ManualWork<Int>()
    work.errand.run()
    try await work.callback().fail(CancellationError())
    #expect(work.cancellations.count == 0)
  }

  @Test("An object kept alive is kept until the settlement, and no longer", .timeLimit(.minutes(1)))
  func keepAlive() async throws {
    let live = LiveObjects()
    let work = ManualWork<Int>()
    work.errand.run()
    let callback = try await work.callback()
    callback.keepAlive(live.object("delegate"))
    #expect(live.count == 1)
    callback.succeed(1)
    #expect(live.count == 0)
    callback.keepAlive(live.object("late"))
    #expect(live.count == 0)
  }

  @Test(
    "The task of an asynchronous function is cancelled, in every style",
    .timeLimit(.minutes(1)),
    arguments: Style.allCases
  )
  func task(style: Style) async throws {
    let started = Gate()
    let stopped = Events<Bool>()
    let errand = Errand {
      started.open()
      try? await Gate().wait()
      stopped.record(Task.isCancelled)
      return 1
    }
    let listener = style.listen(to: errand)
    try await started.wait()
    listener.cancel()
    #expect(try await stopped.event(1))
    #expect(try await listener.outcome().label == "cancelled")
  }

  @Test("Cancelling the task that awaits an errand cancels the run", .timeLimit(.minutes(1)))
  func awaitingTask() async throws {
    let work = ManualWork<Int>()
    let task = Task { try await work.errand.value() }
    _ = try await work.callback()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(work.cancellations.count == 1)
  }

  @Test("Cancelling a task that looks on ends its wait and leaves the run", .timeLimit(.minutes(1)))
  func lookingOn() async throws {
    let work = ManualWork<Int>()
    let run = work.errand.run()
    let task = Task { try await run.value }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(run.outcome == nil)
    try await work.callback().succeed(1)
    #expect(try await run.value == 1)
    #expect(work.cancellations.count == 0)
  }

  // Who came while the work was being stopped saw the outcome, and began anew what still went on.
  @Test("One who looks on is told when the work has been stopped, and not before", .timeLimit(.minutes(1)))
  func toldWhenStopped() async throws {
    let run = Run<Int>(name: "stopping", registry: nil)
    let heard = Events<String>()
    run.onCancel {
      Task {
        _ = try? await run.value
        heard.record("told")
      }
      // Others of the pool's turns, in which the one above would have been told.
      let turns = DispatchSemaphore(value: 0)
      for _ in 0..<100 { Task { turns.signal() } }
      for _ in 0..<100 { turns.wait() }
      heard.record("stopped")
    }
    await onThread { run.cancel() }
    _ = try await heard.event(2)
    #expect(heard.all == ["stopped", "told"])
  }

  @Test("What a chain begins in the moment of its cancellation is cancelled too")
  func chainThatBegins() {
    let chain = Kept<Run<Int>>()
    let inner = Kept<Callback<Int>>()
    let cancelled = Events<Int>()
    let errand = Errand<Int>.success(1).flatMap { _ in
      Errand<Int>.fromCallback { callback in
        callback.onCancel { cancelled.record(1) }
        inner.set(callback)
        chain.value?.cancel()
      }
    }
    _ = errand.begin(in: nil as Scope?) { chain.set($0) }
    #expect(cancelled.count == 1)
    #expect(inner.value?.succeed(1) == false)
  }

  @Test("A hook that settles its own run, or cancels it, has no effect")
  func reentrantHook() async throws {
    let run = Run<Int>(name: "hook", registry: nil)
    let answers = Events<Bool>()
    run.onCancel {
      run.cancel()
      answers.record(run.settle(.success(1)))
    }
    run.cancel()
    #expect(answers.all == [false])
    #expect(run.outcome?.label == "cancelled")
  }

  @Test("Cancelling first, then settling: both orders by hand")
  func bothOrders() {
    let cancelled = Run<Int>(name: "orders", registry: nil)
    cancelled.cancel()
    #expect(!cancelled.settle(.success(1)))
    #expect(cancelled.outcome?.label == "cancelled")
    let settled = Run<Int>(name: "orders", registry: nil)
    #expect(settled.settle(.success(1)))
    settled.cancel()
    #expect(settled.outcome?.label == "value 1")
  }

  @Test("Cancelling races with settling: one outcome, and the hook agrees with it", .timeLimit(.minutes(1)))
  func race() async {
    let rounds = Sizes.cancelRounds
    let runs = (0..<rounds).map { _ in Run<Int>(name: "race", registry: nil) }
    let hooks = Lock(Array(repeating: 0, count: rounds))
    let heard = Lock(Array(repeating: [String](), count: rounds))
    for (round, run) in runs.enumerated() {
      run.onCancel { hooks.withLock { $0[round] += 1 } }
      run.whenSettled(on: .immediate) { outcome in heard.withLock { $0[round].append(outcome.label) } }
    }
    await ErrandsTesting.race(rounds: rounds) {
      runs[$0].cancel()
    } _: {
      runs[$0].settle(.success(1))
    }
    let hookCounts = hooks.withLock { $0 }
    let outcomes = heard.withLock { $0 }
    for round in 0..<rounds {
      let label = runs[round].outcome?.label ?? "pending"
      guard outcomes[round] == [label], hookCounts[round] == (label == "cancelled" ? 1 : 0) else {
        Issue.record("round \(round): \(label), heard \(outcomes[round]), hooks \(hookCounts[round])")
        return
      }
    }
  }

  @Test("A hook that races with the cancellation is called exactly once", .timeLimit(.minutes(1)))
  func hookRace() async {
    let rounds = Sizes.raceRounds
    let runs = (0..<rounds).map { _ in Run<Int>(name: "hook race", registry: nil) }
    let calls = Lock(Array(repeating: 0, count: rounds))
    await ErrandsTesting.race(rounds: rounds) { round in
      runs[round].onCancel { calls.withLock { $0[round] += 1 } }
    } _: { round in
      runs[round].cancel()
    }
    #expect(calls.withLock { $0 }.allSatisfy { $0 == 1 })
  }

  @Test("The lifetime of a cancelled run, event by event", .timeLimit(.minutes(1)))
  func lifetime() async throws {
    let log = TraceLog(of: "lifetime")
    let work = ManualWork<Int>("lifetime")
    let run = work.errand.run()
    run.whenSettled(on: .immediate) { _ in }
    let callback = try await work.callback()
    callback.report(completed: 1, total: 2)
    run.cancel()
    callback.report(completed: 2, total: 2)
    callback.succeed(1)
    #expect(
      log.labels == ["made", "started", "progress 1/2", "settled cancelled", "delivered", "late succeeded"]
    )
  }

  @Test("A run that nobody listens to delivers nothing")
  func nobodyListens() {
    let log = TraceLog(of: "nobody")
    Errand<Int>.fromCallback("nobody") { $0.succeed(1) }.run()
    #expect(log.labels == ["made", "started", "settled succeeded"])
  }
}

import ErrandsTesting
import Testing

@testable import Errands

@Suite("What has to be done however it ends")
struct EnsureTests {
  private let events = Events<String>()

  /// Runs the errand, and records its outcome as one who waits hears it.
  private func follow(_ errand: Errand<Int>) -> Run<Int> {
    let events = events
    return errand.run(on: .immediate) { events.record($0.label) }
  }

  private func look(_ name: String = "ensured") -> @Sendable () -> Void {
    let events = events
    return { events.record(name) }
  }

  @Test("Is done once for a value, before those who wait are told")
  func value() async throws {
    let work = ManualWork<Int>()
    _ = follow(work.errand.ensure(look()))
    #expect(events.count == 0)
    try await work.callback().succeed(1)
    #expect(events.all == ["ensured", "value 1"])
  }

  @Test("Is done once for an error, before those who wait are told")
  func error() async throws {
    let work = ManualWork<Int>()
    _ = follow(work.errand.ensure(look()))
    try await work.callback().fail(ManualError())
    #expect(events.all == ["ensured", "failed"])
  }

  @Test("Is done once for a cancellation, before those who wait are told, and not again afterwards")
  func cancellation() async throws {
    let work = ManualWork<Int>()
    let run = follow(work.errand.ensure(look()))
    run.cancel()
    run.cancel()
    try await work.callback().succeed(1)
    #expect(events.all == ["ensured", "cancelled"])
  }

  @Test("Every one along the chain is done, first to last, those ahead of the cancelled work too")
  func wholeChain() async throws {
    let second = ManualWork<Int>()
    let run = follow(
      Errand.success(1).ensure(look("first"))
        .flatMap { _ in second.errand.ensure(look("inside")) }
        .ensure(look("second")).map { $0 }.ensure(look("third"))
    )
    #expect(events.all == ["first"])
    run.cancel()
    #expect(events.all == ["first", "inside", "second", "third", "cancelled"])
  }

  @Test("Is done for an error that a closure throws, behind it and not before it")
  func thrown() {
    _ = follow(
      Errand.success(1).ensure(look("before")).map { _ in throw ManualError() }.ensure(look("behind"))
    )
    #expect(events.all == ["before", "behind", "failed"])
  }

  @Test("Is done for an abandoned callback")
  func abandoned() {
    _ = follow(Errand<Int>.fromCallback { _ in }.ensure(look()))
    #expect(events.all == ["ensured", "abandoned"])
  }

  @Test("A closure that cancels its own run: the steps behind are not taken, and what must be done is")
  func cancelsItself() {
    let kept = Kept<Run<Int>>()
    let gate = Kept<Callback<Int>>()
    let (events, run) = (
      events,
      Errand<Int>.fromCallback { gate.set($0) }
        .map { value in
          kept.value?.cancel()
          return value
        }
        .map { value in
          Issue.record("a step behind was taken")
          return value
        }
        .ensure(look()).run()
    )
    kept.set(run)
    gate.value?.succeed(1)
    #expect(run.outcome?.label == "cancelled")
    #expect(events.all == ["ensured"])
    kept.set(nil)
    gate.set(nil)
  }

  // What the step behind it had given was looked into all the way, and its end was told as though it had begun.
  @Test("Work that a closure gives which has cancelled its own run never begins, and has no end to look at")
  func cancelsBeforeItBegins() {
    for inner in [ManualWork<Int>().errand, .success(1), .failure(ManualError())] {
      let (events, kept, callback) = (Events<String>(), Kept<Run<Int>>(), Kept<Callback<Int>>())
      let run = Errand<Int>.fromCallback { callback.set($0) }
        .flatMap { _ in
          kept.value?.cancel()
          return inner.ensure { events.record("inside") }
        }
        .ensure { events.record("outside") }.run()
      kept.set(run)
      callback.value?.succeed(1)
      #expect(run.outcome?.label == "cancelled")
      #expect(events.all == ["outside"])
      kept.set(nil)
      callback.set(nil)
    }
  }

  @Test("Where work that never began is cancelled, there is no end to look at")
  func endedScope() {
    let scope = Scope()
    scope.cancel()
    #expect(Errand.success(1).ensure(look()).run(in: scope).outcome?.label == "cancelled")
    #expect(events.count == 0)
  }

  // The steps of the chain were there to be taken, and the work was not yet.
  @Test("Nor where it is cancelled between the making of its run and its beginning")
  func cancelledWhenMade() {
    let scope = Scope()
    let observation = Trace.observe { event in
      if event.name == "cancelled when made", case .made(parent: .some) = event.kind { scope.cancel() }
    }
    let work = Errand<Int>.fromCallback("cancelled when made") { _ in Issue.record("it began") }
    #expect(work.ensure(look()).run(in: scope).outcome?.label == "cancelled")
    #expect(events.count == 0)
    observation.cancel()
  }

  // Taken by the chain's loop and by the one who cancels, it was done twice or not at all.
  @Test("Is done exactly once while settling races with cancelling", .timeLimit(.minutes(1)))
  func races() async throws {
    let counters = (0..<Sizes.raceRounds).map { _ in Counter() }
    let works = counters.map { _ in ManualWork<Int>() }
    let runs = zip(works, counters).map { work, counter in
      work.errand.map { $0 + 1 }.flatMap { .success($0) }.ensure { counter.enter() }.map { $0 }.run()
    }
    var callbacks: [Callback<Int>] = []
    for work in works { callbacks.append(try await work.callback()) }
    let all = callbacks
    await ErrandsTesting.race(rounds: counters.count) {
      all[$0].succeed(1)
    } _: {
      runs[$0].cancel()
    }
    #expect(counters.allSatisfy { $0.count == 1 })
    #expect(runs.allSatisfy { ["value 2", "cancelled"].contains($0.outcome?.label) })
    for work in works { work.letGo() }
  }
}

import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("In every interleaving, a publisher", .timeLimit(.minutes(2)))
struct CombineExploration {
  @Test("of several merged ends once, and is cancelled with all of them")
  func merge() async throws {
    try await everyInterleaving { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      let run = Errand<Int>.fromPublisher { parts.map { $0.errand.publisher() }.merged() }
        .run(on: .immediate, completion: scenario.told("merged"))
      for (index, part) in parts.enumerated() { scenario.body(part.name) { part.succeed(index) } }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "merged", "0", "1", "cancelled")
        try scenario.expectNothingGoesOn(parts[0], parts[1])
      }
    }
  }

  @Test("of the latest of two combines both, once, or fails with the one that fails")
  func combineLatest() async throws {
    try await everyInterleaving { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      let run = Errand<Int>.fromPublisher {
        parts[0].errand.publisher().combineLatest(parts[1].errand.publisher()).map { $0 + $1 }
      }
      .run(on: .immediate, completion: scenario.told("combined"))
      for part in parts { scenario.body(part.name) { part.succeed(1) } }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "combined", "2", "cancelled")
        try scenario.expectNothingGoesOn(parts[0], parts[1])
      }
    }
  }

  @Test("that transforms asynchronously ends once, and its work with it")
  func asyncMap() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let run = Errand<Int>.fromPublisher { part.errand.publisher().asyncMap { $0 + 1 } }
        .run(on: .immediate, completion: scenario.told("mapped"))
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "mapped", "2", "cancelled")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  /// OpenCombine's own does it twice.
  @Test("that is cancelled by two does what cancelling means once")
  func cancelledTwice() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let object = scenario.object("work")
      let cancellable = SafeCancellable { withExtendedLifetime(object) { scenario.record("cancelled") } }
      for name in ["one", "other"] { scenario.body(name) { cancellable.cancel() } }
      scenario.check { try scenario.expect(scenario.count(of: "cancelled") == 1, "It is done once.") }
    }
  }

  @Test("whose elements are read has the reader wait, and end with it or with its task")
  func elements() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let task = scenario.task("read") {
        do {
          for try await value in part.errand.publisher().elements { scenario.record("element \(value)") }
          scenario.record("reader ended")
        } catch {
          scenario.record("reader failed")
        }
      }
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { task.cancel() }
      scenario.check {
        part.succeed(1)
        try scenario.expectOne(of: "reader", "ended", "failed")
        try scenario.expect(scenario.count(of: "element 1") <= 1, "It is read once.")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("of the events of a run tells its end once, and leaves nothing going on when it is cancelled")
  func events() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let scope = Scope()
      part.errand.eventPublisher(on: .immediate).sink(in: scope) { event in
        switch event {
        case .progress: scenario.record("progress")
        case .settled(let outcome): scenario.told("end")(outcome)
        }
      }
      scenario.body("settle") {
        part.report(1)
        part.succeed(1)
      }
      scenario.body("cancel") { scope.cancel() }
      scenario.check {
        part.succeed(1)
        try scenario.expect(scenario.outcomes(of: "end").count <= 1, "It ends once at most.")
        try scenario.expect(scenario.count(of: "progress") <= 1, "Each report is told once.")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("that ticks is silent once it is cancelled, and counts no tick twice")
  func ticks() async throws {
    try await everyInterleaving { scenario in
      let clock = VirtualClock()
      let scope = Scope()
      TickPublisher(every: .seconds(1), clock: clock).sink(in: scope) { _ in scenario.record("tick") }
      scenario.body("time passes") { clock.advance(by: .seconds(1)) }
      scenario.body("cancel") { scope.cancel() }
      scenario.check {
        try scenario.expect(scenario.count(of: "tick") <= 1, "One second is one tick.")
        clock.advance(by: .seconds(5))
        try scenario.expect(scenario.count(of: "tick") <= 1, "Nothing ticks behind the cancelling.")
      }
    }
  }

  @Test("collected by time has each value in one group, and one end, and nothing behind a cancellation")
  func collected() async throws {
    try await everyInterleaving { scenario in
      let scheduler = VirtualScheduler()
      let part = Part("work", in: scenario)
      let scope = Scope()
      part.errand.publisher().collect(.byTimeOrCount(scheduler, .seconds(1), 2)).sink(
        in: scope,
        receiveCompletion: { _ in scenario.record("over") },
        receiveValue: { scenario.record("group \($0)") }
      )
      scenario.body("settle") { part.succeed(1) }
      scenario.body("time passes") { scheduler.advance(by: 1_000) }
      scenario.body("cancel") { scope.cancel() }
      scenario.check {
        let before = scenario.events.count
        part.succeed(1)
        scheduler.advance(by: 5_000)
        try scenario.expect(scenario.events.count == before, "Nothing comes behind the cancelling.")
        try scenario.expect(scenario.count(of: "group [1]") <= 1, "The value is in one group.")
        if scenario.count(of: "over") > 0 { try scenario.expect("group [1]", before: "over") }
        try scenario.expect(scheduler.timerCount == 0, "The timer is stopped.")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("collected by time loses nothing when the time passes while a group becomes full")
  func fullAndLate() async throws {
    try await everyInterleaving { scenario in
      let scheduler = VirtualScheduler()
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      let scope = Scope()
      let values = parts.map { $0.errand.publisher() }.merged()
      values.collect(.byTimeOrCount(scheduler, .seconds(1), 2)).sink(
        in: scope,
        receiveCompletion: { _ in scenario.record("over") },
        receiveValue: { for value in $0.sorted() { scenario.record("value \(value)") } }
      )
      parts[0].succeed(1)
      scenario.body("fill") { parts[1].succeed(2) }
      scenario.body("time passes") { scheduler.advance(by: 1_000) }
      scenario.check {
        scheduler.advance(by: 5_000)
        try scenario.expect(scenario.outcomes(of: "value") == ["1", "2"], "Each comes once.")
        try scenario.expect("value 2", before: "over")
        try scenario.expect(scheduler.timerCount == 0, "The timer is stopped.")
        scope.cancel()
      }
    }
  }
}

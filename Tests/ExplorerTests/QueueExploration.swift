import Errands
import ErrandsTesting
import Testing

@Suite("In every interleaving, a work queue", .timeLimit(.minutes(2)))
struct QueueExploration {
  @Test("with a limit of one runs one at a time, and all of them")
  func limit() async throws {
    try await everyInterleaving { scenario in
      let queue = WorkQueue(limit: 1)
      let first = Part("first", in: scenario)
      queue.add(first.errand)
      scenario.body("settle") { first.succeed(1) }
      scenario.body("add") {
        queue.add(Self.atOnce(scenario)).run.whenSettled(on: .immediate, scenario.told("second"))
      }
      scenario.body("add and cancel") {
        let work = queue.add(Self.atOnce(scenario))
        work.run.whenSettled(on: .immediate, scenario.told("third"))
        work.run.cancel()
      }
      scenario.check {
        try scenario.expectOne(of: "second", "1")
        try scenario.expectOne(of: "third", "1", "cancelled")
        try scenario.expect(!scenario.events.contains("running 2"), "The limit is kept.")
        try scenario.expect(queue.runningCount == 0 && queue.waitingCount == 0, "The queue is empty.")
      }
    }
  }

  /// Work that counts how many are at work, and ends inside its start.
  private static func atOnce(_ scenario: Scenario) -> Errand<Int> {
    .fromCallback { callback in
      let object = scenario.object("queued work")
      scenario.record("in")
      let running = scenario.count(of: "in") - scenario.count(of: "out")
      scenario.record("running \(running)")
      scenario.record("out")
      withExtendedLifetime(object) { _ = callback.succeed(1) }
    }
  }

  @Test("starts the dependent of a work that ends, and fails that of one that fails, once")
  func dependencies() async throws {
    try await everyInterleaving { scenario in
      let queue = WorkQueue(limit: 2)
      let (first, second) = (Part("first", in: scenario), Part("second", in: scenario))
      let works = [queue.add(first.errand), queue.add(second.errand)]
      let dependent = queue.add(Self.atOnce(scenario), after: works)
      dependent.run.whenSettled(on: .immediate, scenario.told("dependent"))
      scenario.body("settle") { first.succeed(1) }
      scenario.body("fail") { second.fail() }
      scenario.body("cancel") { dependent.run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "dependent", "failed", "cancelled")
        try scenario.expect(scenario.count(of: "in") == 0, "The dependent never starts.")
        try scenario.expect(queue.runningCount == 0 && queue.waitingCount == 0, "The queue is empty.")
      }
    }
  }

  @Test("starts a dependent once when both of its dependencies end at the same time")
  func bothDependencies() async throws {
    try await everyInterleaving { scenario in
      let queue = WorkQueue(limit: 2)
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      let works = parts.map { queue.add($0.errand) }
      let dependent = queue.add(Self.atOnce(scenario), after: works)
      dependent.run.whenSettled(on: .immediate, scenario.told("dependent"))
      for part in parts { scenario.body(part.name) { part.succeed(1) } }
      scenario.check {
        try scenario.expectOne(of: "dependent", "1")
        try scenario.expect(scenario.count(of: "in") == 1, "The dependent starts once.")
      }
    }
  }

  @Test("that is resumed while work is added starts all of it")
  func suspension() async throws {
    try await everyInterleaving { scenario in
      let queue = WorkQueue(limit: 1)
      queue.isSuspended = true
      let work = queue.add(Self.atOnce(scenario))
      work.run.whenSettled(on: .immediate, scenario.told("first"))
      scenario.body("resume") { queue.isSuspended = false }
      scenario.body("add") {
        queue.add(Self.atOnce(scenario)).run.whenSettled(on: .immediate, scenario.told("second"))
      }
      scenario.body("move") { work.priority = .high }
      scenario.check {
        try scenario.expectOne(of: "first", "1")
        try scenario.expectOne(of: "second", "1")
        try scenario.expect(!scenario.events.contains("running 2"), "The limit is kept.")
      }
    }
  }

  @Test("whose works are all cancelled settles each of them once, and has room again")
  func cancelAll() async throws {
    try await everyInterleaving { scenario in
      let queue = WorkQueue(limit: 1)
      let first = Part("first", in: scenario)
      queue.add(first.errand).run.whenSettled(on: .immediate, scenario.told("first told"))
      scenario.body("settle") { first.succeed(1) }
      scenario.body("add") {
        queue.add(Self.atOnce(scenario)).run.whenSettled(on: .immediate, scenario.told("second"))
      }
      scenario.body("cancel all") { queue.cancelAll() }
      scenario.check {
        let outcome = try scenario.expectOne(of: "first told", "1", "cancelled")
        try scenario.expectStopped("first", as: outcome, told: "first told")
        try scenario.expectOne(of: "second", "1", "cancelled")
        try scenario.expect(queue.runningCount == 0 && queue.waitingCount == 0, "The queue is empty.")
      }
    }
  }

  @Test("that is let go of while its work ends settles what can never start")
  func dropped() async throws {
    try await everyInterleaving { scenario in
      let queue = Kept(WorkQueue(limit: 1))
      let first = Part("first", in: scenario)
      queue.value?.add(first.errand)
      queue.value?.add(Self.atOnce(scenario)).run.whenSettled(on: .immediate, scenario.told("second"))
      scenario.body("settle") { first.succeed(1) }
      scenario.body("let go") { queue.letGo() }
      scenario.check { try scenario.expectOne(of: "second", "1", "cancelled") }
    }
  }

  @Test("starts the most urgent first, though it became so while it was added")
  func priority() async throws {
    try await everyInterleaving { scenario in
      let queue = WorkQueue(limit: 1)
      let first = Part("first", in: scenario)
      queue.add(first.errand)
      let waiting = queue.add(Part("waiting", in: scenario).errand)
      let urgent = Kept<Run<Int>>()
      let errand = Errand<Int>.fromCallback { callback in
        callback.keepAlive(callback)
      }.on(queue)
      scenario.body("add") {
        _ = errand.begin(in: nil) { urgent.set($0) }
        scenario.record("added")
      }
      scenario.body("raise") {
        guard let urgent = urgent.value else { return }
        urgent.priority = .high
        scenario.record("raised")
      }
      scenario.body("settle") {
        scenario.record("settling")
        first.succeed(1)
      }
      scenario.check {
        let events = scenario.events
        let before = events.prefix { $0 != "settling" }
        if before.contains("added"), before.contains("raised") {
          try scenario.expect(!events.contains("waiting begins"), "Urgent work goes first.")
        }
        waiting.cancel()
        urgent.value?.cancel()
        urgent.set(nil)
        try scenario.expect(queue.waitingCount == 0 && queue.runningCount == 0, "The queue is empty.")
      }
    }
  }
}

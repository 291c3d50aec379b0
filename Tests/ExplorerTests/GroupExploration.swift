import Errands
import ErrandsTesting
import Testing

@Suite("In every interleaving, a group", .timeLimit(.minutes(2)))
struct GroupExploration {
  @Test("notifies once, when every member that has entered until then has settled")
  func notify() async throws {
    try await everyInterleaving { scenario in
      let group = Group<Int>()
      let (first, second) = (Part("first", in: scenario), Part("second", in: scenario))
      group.add(first.errand)
      scenario.body("settle") { first.succeed(1) }
      scenario.body("add") {
        group.add(second.errand)
        second.succeed(2)
      }
      scenario.body("notify") {
        group.notify(on: .immediate) { outcomes in
          scenario.record("notified \(outcomes.compactMap { try? $0.get() })")
        }
      }
      scenario.check {
        try scenario.expectOne(of: "notified", "[1]", "[1, 2]")
        try scenario.expect(group.pendingCount == 0, "Nobody is in flight.")
      }
    }
  }

  @Test("ends a blocking wait with every member's outcome, in the order of entering")
  func wait() async throws {
    try await everyInterleaving { scenario in
      let group = Group<Int>()
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      for part in parts { group.add(part.errand) }
      scenario.body("settle first") { parts[0].succeed(1) }
      scenario.body("settle second") { parts[1].fail() }
      scenario.body("wait") {
        guard case .completed(let outcomes) = group.wait() else { return }
        scenario.record("waited \(outcomes.map { Scenario.word(for: $0) })")
      }
      scenario.check { try scenario.expectOne(of: "waited", #"["1", "failed"]"#) }
    }
  }

  @Test("whose wait has a limit that passes leaves the work as it is, and tells how far it is")
  func limit() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let group = Group<Int>()
      let part = Part("work", in: scenario)
      group.add(part.errand)
      scenario.body("settle") { part.succeed(1) }
      scenario.body("wait") {
        switch group.wait(timeout: .seconds(1)) {
        case .completed(let outcomes): scenario.record("waited \(outcomes.count)")
        case .timedOut(let settled, let all): scenario.record("waited \(settled) of \(all)")
        }
      }
      scenario.check {
        try scenario.expectOne(of: "waited", "1", "0 of 1")
        try scenario.expect(scenario.count(of: "work stops") == 0, "The work goes on.")
      }
    }
  }

  @Test("that is cancelled stops every member, those that enter meanwhile too")
  func cancel() async throws {
    try await everyInterleaving { scenario in
      let group = Group<Int>()
      let (first, second) = (Part("first", in: scenario), Part("second", in: scenario))
      group.add(first.errand).whenSettled(on: .immediate, scenario.told("first told"))
      scenario.body("settle") { first.succeed(1) }
      scenario.body("add") {
        group.add(second.errand).whenSettled(on: .immediate, scenario.told("second told"))
      }
      scenario.body("cancel") { group.cancel() }
      scenario.check {
        try scenario.expectOne(of: "first told", "1", "cancelled")
        try scenario.expectOne(of: "second told", "cancelled")
        try scenario.expectNothingGoesOn(first, second)
        try scenario.expect(group.pendingCount == 0, "Nobody is in flight.")
      }
    }
  }

  @Test("as one errand fails once, when all of its members have settled")
  func all() async throws {
    try await everyInterleaving { scenario in
      let group = Group<Int>()
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      for part in parts { group.add(part.errand) }
      let run = group.all().run(on: .immediate) { outcome in
        scenario.told("handler")(outcome)
        scenario.record("pending \(group.pendingCount)")
      }
      scenario.body("settle") { parts[0].succeed(1) }
      scenario.body("fail") { parts[1].fail() }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        let outcome = try scenario.expectOne(of: "handler", "failed", "cancelled")
        if outcome == "failed" { try scenario.expectOne(of: "pending", "0") }
        try scenario.expect(group.pendingCount == 0, "Nobody is in flight.")
      }
    }
  }

  @Test("that two of three members leave says at last how far it is")
  func progress() async throws {
    try await everyInterleaving { scenario in
      let group = Group<Int>()
      let parts = ["first", "second", "third"].map { Part($0, in: scenario) }
      for part in parts { group.add(part.errand) }
      _ = group.all().begin(in: nil) { run in
        run.onProgress(on: .immediate) { scenario.record("done \($0.completed)") }
        run.whenSettled(on: .immediate, scenario.told("handler"))
      }
      for part in parts.prefix(2) { scenario.body(part.name) { part.succeed(1) } }
      scenario.check {
        let done = scenario.outcomes(of: "done")
        try scenario.expect(done == done.sorted() && done.last == "2", "Progress goes up to the end.")
        parts[2].succeed(1)
        try scenario.expectOne(of: "handler", "[1, 1, 1]")
      }
    }
  }

  @Test("wakes one who awaits it when the last member leaves, and one whose task is cancelled")
  func awaited() async throws {
    try await everyInterleaving { scenario in
      let group = Group<Int>()
      let part = Part("work", in: scenario)
      group.add(part.errand)
      let task = scenario.task("await") {
        scenario.told("awaiting")(await Result { try await group.outcomes().count })
      }
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { task.cancel() }
      scenario.check { try scenario.expectOne(of: "awaiting", "1", "cancelled") }
    }
  }
}

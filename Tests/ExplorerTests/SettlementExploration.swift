import Errands
import ErrandsTesting
import Testing

@Suite("In every interleaving, a settlement", .timeLimit(.minutes(2)))
struct SettlementExploration {
  @Test("that is settled by two has the outcome of the one who is told so")
  func twoSettle() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let cell = Settlement<Int>()
      cell.whenSettled(scenario.told("handler"))
      for value in 1...2 {
        scenario.body("settle \(value)") {
          if cell.settle(.success(value)) { scenario.record("winner \(value)") }
        }
      }
      scenario.check {
        let winner = try scenario.expectOne(of: "winner", "1", "2")
        try scenario.expectOne(of: "handler", winner)
      }
    }
  }

  @Test("tells a handler once that is registered while it is settled, behind the one that was there before")
  func registering() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let cell = Settlement<Int>()
      cell.whenSettled(scenario.told("first"))
      scenario.body("settle") { cell.settle(.success(1)) }
      scenario.body("register") { cell.whenSettled(scenario.told("second")) }
      scenario.check {
        try scenario.expectOne(of: "first", "1")
        try scenario.expectOne(of: "second", "1")
        try scenario.expect("first 1", before: "second 1")
      }
    }
  }

  @Test("tells everybody once when two register while it is settled")
  func twoRegister() async throws {
    try await everyInterleaving { scenario in
      let cell = Settlement<Int>()
      scenario.body("settle") { cell.settle(.success(1)) }
      for name in ["one", "other"] { scenario.body(name) { cell.whenSettled(scenario.told(name)) } }
      scenario.check {
        try scenario.expectOne(of: "one", "1")
        try scenario.expectOne(of: "other", "1")
      }
    }
  }

  @Test("that everybody lets go of is abandoned, and says so once")
  func dropped() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let cell = Settlement<Int>()
      scenario.body("register") { [object = scenario.object("captured")] in
        cell.whenSettled { outcome in withExtendedLifetime(object) { scenario.told("handler")(outcome) } }
      }
      scenario.body("read") { _ = cell.outcome }
      scenario.body("forget") { withExtendedLifetime(cell) {} }
      scenario.check { try scenario.expectOne(of: "handler", "abandoned") }
    }
  }

  @Test("wakes one who awaits it, whether it is settled or the waiting task is cancelled")
  func awaited() async throws {
    try await everyInterleaving { scenario in
      let cell = Settlement<Int>()
      let task = scenario.task("await") {
        scenario.told("awaiting")(await Result { try await cell.value() })
      }
      scenario.body("settle") { cell.settle(.success(1)) }
      scenario.body("cancel") { task.cancel() }
      scenario.check { try scenario.expectOne(of: "awaiting", "1", "cancelled") }
    }
  }
}

import Errands
import ErrandsTesting
import Testing

@Suite("In every interleaving, errands that race", .timeLimit(.minutes(2)))
struct RaceExploration {
  @Test("have one winner, and the others are stopped before it is told")
  func race() async throws {
    try await everyInterleaving { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      let run = Errand.race(parts.map(\.errand)).run(on: .immediate, completion: scenario.told("race"))
      scenario.body("settle") { parts[0].succeed(1) }
      scenario.body("fail") { parts[1].fail() }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        let outcome = try scenario.expectOne(of: "race", "1", "failed", "cancelled")
        try scenario.expectNothingGoesOn(parts[0], parts[1])
        let told = scenario.events.firstIndex(of: "race \(outcome)") ?? 0
        let late = scenario.events[told...].filter { $0.hasSuffix("stops") }
        try scenario.expect(late.isEmpty, "Nobody is stopped behind the outcome.")
      }
    }
  }

  @Test("begin while the first of them ends: the last is stopped, or never begins")
  func beginning() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      scenario.body("run") {
        Errand.race(parts.map(\.errand)).run(on: .immediate, completion: scenario.told("race"))
      }
      scenario.body("settle") { parts[0].succeed(1) }
      scenario.check {
        if scenario.outcomes(of: "race").isEmpty { parts[0].succeed(1) }
        try scenario.expectOne(of: "race", "1")
        try scenario.expectNothingGoesOn(parts[0], parts[1])
      }
    }
  }

  @Test("for a success fail only when all of them have failed")
  func firstSuccess() async throws {
    try await everyInterleaving { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      Errand.firstSuccess(of: parts.map(\.errand)).run(on: .immediate, completion: scenario.told("race"))
      scenario.body("fail") { parts[0].fail() }
      scenario.body("settle") { parts[1].succeed(2) }
      scenario.check { try scenario.expectOne(of: "race", "2") }
    }
  }

  @Test("for a success, of which two fail, fail once")
  func noSuccess() async throws {
    try await everyInterleaving { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      Errand.firstSuccess(of: parts.map(\.errand)).run(on: .immediate, completion: scenario.told("race"))
      for part in parts { scenario.body(part.name) { part.fail() } }
      scenario.check { try scenario.expectOne(of: "race", "failed") }
    }
  }
}

import Errands
import ErrandsTesting
import Testing

@Suite("In every interleaving, a scope", .timeLimit(.minutes(2)))
struct ScopeExploration {
  @Test("that ends cancels what was run in it, and what comes later never starts")
  func addAndEnd() async throws {
    try await everyInterleaving { scenario in
      let scope = Scope()
      for name in ["one", "other"] {
        let part = Part(name, in: scenario)
        scenario.body(name) {
          part.errand.run(in: scope, on: .immediate, completion: scenario.told("\(name) told"))
        }
      }
      scenario.body("end") { scope.cancel() }
      scenario.check {
        for name in ["one", "other"] {
          try scenario.expectOne(of: "\(name) told", "cancelled")
          try scenario.expectStopped(name, as: "cancelled", told: "\(name) told")
        }
        try scenario.expect(scope.runCount == 0, "The scope is empty.")
      }
    }
  }

  @Test("is left by a run that settles while the scope ends")
  func settleAndEnd() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let scope = Scope()
      let part = Part("work", in: scenario)
      part.errand.run(in: scope, on: .immediate, completion: scenario.told("handler"))
      scenario.body("settle") { part.succeed(1) }
      scenario.body("end") { scope.cancel() }
      scenario.check {
        let outcome = try scenario.expectOne(of: "handler", "1", "cancelled")
        try scenario.expectStopped("work", as: outcome, told: "handler")
        try scenario.expect(scope.runCount == 0, "The scope is empty.")
      }
    }
  }

  @Test("is left by a run that settles while it enters")
  func settleAtOnce() async throws {
    try await everyInterleaving { scenario in
      let scope = Scope()
      let part = Part("work", in: scenario)
      scenario.body("run") {
        part.errand.run(in: scope, on: .immediate, completion: scenario.told("handler"))
      }
      scenario.body("settle") { part.succeed(1) }
      scenario.body("end") { scope.cancel() }
      scenario.check {
        scope.cancel()
        try scenario.expectOne(of: "handler", "1", "cancelled")
        try scenario.expect(scope.runCount == 0, "The scope is empty.")
      }
    }
  }

  @Test("that is let go of ends with the last who holds it")
  func dropped() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let scope = Kept(Scope())
      let part = Part("work", in: scenario)
      part.errand.run(in: scope.value, on: .immediate, completion: scenario.told("handler"))
      scenario.body("let go") { scope.letGo() }
      scenario.body("settle") { part.succeed(1) }
      scenario.check { try scenario.expectOne(of: "handler", "1", "cancelled") }
    }
  }
}

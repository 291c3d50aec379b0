import Errands
import ErrandsTesting
import Testing

@Suite("In every interleaving, a chain of operators", .timeLimit(.minutes(2)))
struct ChainExploration {
  @Test("that is cancelled between two steps begins nothing that goes on")
  func flatMap() async throws {
    try await everyInterleaving { scenario in
      let (first, second) = (Part("first", in: scenario), Part("second", in: scenario))
      let run = first.errand.flatMap { _ in second.errand }
        .run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("settle") { first.succeed(1) }
      scenario.body("settle second") { second.succeed(2) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        if scenario.outcomes(of: "handler").isEmpty { second.succeed(2) }
        try scenario.expectOne(of: "handler", "2", "cancelled")
        try scenario.expectNothingGoesOn(first, second)
      }
    }
  }

  @Test("does once at its end what has to be done however it ends")
  func ensure() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let part = Part("work", in: scenario)
      let run = part.errand.ensure { scenario.record("ensured") }
        .run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        let outcome = try scenario.expectOne(of: "handler", "1", "cancelled")
        try scenario.expect(scenario.count(of: "ensured") == 1, "It is done once.")
        if outcome == "1" { try scenario.expect("ensured", before: "handler 1") }
      }
    }
  }

  @Test("looks at the end of work that has begun, and of no other")
  func begun() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let (part, scope) = (Part("work", in: scenario), Scope())
      let errand = part.errand.ensure { scenario.record("ensured") }
      scenario.body("run") {
        errand.run(in: scope, on: .immediate, completion: scenario.told("handler"))
        part.succeed(1)
      }
      scenario.body("cancel") { scope.cancel() }
      scenario.check {
        try scenario.expectOne(of: "handler", "1", "cancelled")
        let (begun, ensured) = (scenario.count(of: "work begins"), scenario.count(of: "ensured"))
        try scenario.expect(begun == ensured, "What has begun is tidied up after, once.")
      }
    }
  }

  @Test("that recovers does not recover from being cancelled")
  func recover() async throws {
    try await everyInterleaving { scenario in
      let (part, spare) = (Part("work", in: scenario), Part("spare", in: scenario))
      let run = part.errand.map { $0 + 1 }.recover { _ in spare.errand }
        .run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("fail") { part.fail() }
      scenario.body("settle") { spare.succeed(3) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        if scenario.outcomes(of: "handler").isEmpty { spare.succeed(3) }
        try scenario.expectOne(of: "handler", "3", "cancelled")
        try scenario.expectNothingGoesOn(part, spare)
      }
    }
  }

  @Test("that gives its failure another name leaves a cancellation what it is")
  func mapError() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let run = part.errand
        .mapError { _ in
          scenario.record("renamed")
          return PartError(name: "another")
        }
        .run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("fail") { part.fail() }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        let outcome = try scenario.expectOne(of: "handler", "failed", "cancelled")
        try scenario.expect(scenario.count(of: "renamed") <= 1, "It is renamed once.")
        if outcome == "failed" { try scenario.expect("renamed", before: "handler failed") }
        try scenario.expectNothingGoesOn(part)
      }
    }
  }
}

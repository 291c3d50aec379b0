import Errands
import ErrandsTesting
import Testing

@Suite("In every interleaving, all of several errands", .timeLimit(.minutes(2)))
struct AllExploration {
  @Test("succeed together, in order, or are cancelled together")
  func succeed() async throws {
    try await everyInterleaving { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      let run = Errand.all(parts.map(\.errand)).run(on: .immediate, completion: scenario.told("all"))
      for (index, part) in parts.enumerated() { scenario.body(part.name) { part.succeed(index) } }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "all", "[0, 1]", "cancelled")
        try scenario.expectNothingGoesOn(parts[0], parts[1])
      }
    }
  }

  @Test("fail with the first, which stops the others, and are told when all have settled")
  func fail() async throws {
    try await everyInterleaving { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      Errand.all(parts.map(\.errand)).run(on: .immediate, completion: scenario.told("all"))
      scenario.body("fail") { parts[0].fail() }
      scenario.body("settle") { parts[1].succeed(2) }
      scenario.check {
        try scenario.expectOne(of: "all", "failed")
        try scenario.expectNothingGoesOn(parts[0], parts[1])
        if scenario.count(of: "second stops") > 0 {
          try scenario.expect("second stops", before: "all failed")
        }
      }
    }
  }

  @Test("begin while they are cancelled: those that have begun are stopped")
  func beginning() async throws {
    try await everyInterleaving { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      let all = Errand.all(parts.map(\.errand))
      let scope = Scope()
      scenario.body("run") { all.run(in: scope, on: .immediate, completion: scenario.told("all")) }
      scenario.body("cancel") { scope.cancel() }
      scenario.check {
        try scenario.expectOne(of: "all", "cancelled")
        try scenario.expectNothingGoesOn(parts[0], parts[1])
      }
    }
  }

  @Test("give every outcome where failures do not matter, and say how many have settled")
  func settled() async throws {
    try await everyInterleaving { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      let all = Errand<[Result<Int, any Error>]>.allSettled(parts.map(\.errand))
      _ = all.begin(in: nil) { run in
        run.onProgress(on: .immediate) { scenario.record("done \($0.completed)") }
        run.whenSettled(on: .immediate) { outcome in
          scenario.told("all")(outcome.map { $0.map { Scenario.word(for: $0) } })
        }
      }
      scenario.body("fail") { parts[0].fail() }
      scenario.body("settle") { parts[1].succeed(2) }
      scenario.check {
        try scenario.expectOne(of: "all", #"["failed", "2"]"#)
        let done = scenario.outcomes(of: "done")
        try scenario.expect(done == done.sorted(), "Progress goes up.")
      }
    }
  }

  @Test("in a sequence with a limit are all run, in order, or stopped")
  func sequence() async throws {
    try await everyInterleaving { scenario in
      let run = Errand.sequence(0..<2, limit: 1) { .success($0) }
        .run(on: .immediate, completion: scenario.told("sequence"))
      scenario.body("cancel") { run.cancel() }
      scenario.check { try scenario.expectOne(of: "sequence", "[0, 1]", "cancelled") }
    }
  }

  @Test("of different types succeed together, or are cancelled together")
  func tuple() async throws {
    try await everyInterleaving { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      let run = Errand.all(parts[0].errand, parts[1].errand.map { "\($0)" })
        .run(on: .immediate) { scenario.told("all")($0.map { "\($0.0), \($0.1)" }) }
      for part in parts { scenario.body(part.name) { part.succeed(1) } }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "all", "1, 1", "cancelled")
        try scenario.expectNothingGoesOn(parts[0], parts[1])
      }
    }
  }

  @Test("of an asynchronous sequence are all run, in order, or stopped")
  func asyncSequence() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let elements = AsyncStream { continuation in
        for number in 0..<2 { continuation.yield(number) }
        continuation.finish()
      }
      let run = Errand.sequence(elements, limit: 1) { $0 == 0 ? part.errand : .success($0) }
        .run(on: .immediate, completion: scenario.told("sequence"))
      scenario.body("settle") { part.succeed(0) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        part.succeed(0)
        try scenario.expectNothingGoesOn(part)
        if scenario.outcomes(of: "sequence").isEmpty { run.cancel() }
        try scenario.expectOne(of: "sequence", "[0, 1]", "cancelled")
      }
    }
  }

  @Test("in a sequence with a wider limit, one of which fails, end once")
  func sequenceFails() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      Errand.sequence(0..<2, limit: 2) { $0 == 0 ? part.errand : .failure(PartError(name: "other")) }
        .run(on: .immediate, completion: scenario.told("sequence"))
      scenario.body("settle") { part.succeed(1) }
      scenario.check {
        try scenario.expectOne(of: "sequence", "failed")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }
}

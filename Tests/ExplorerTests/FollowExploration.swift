import Errands
import ErrandsTesting
import Testing

@Suite("In every interleaving, a run that follows another", .timeLimit(.minutes(2)))
struct FollowExploration {
  /// A run that follows another one, which does the part's work.
  private static func follower(of part: Part, in scenario: Scenario) -> (Run<Int>, followed: Run<Int>) {
    let followed = part.errand.run()
    let run = Errand<Int>.fromCallback("follower") { $0.follow(followed) }
      .run(on: .immediate, completion: scenario.told("follower"))
    return (run, followed)
  }

  @Test("ends as that one does, or is cancelled, and that one with it")
  func end() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let part = Part("work", in: scenario)
      let (run, followed) = Self.follower(of: part, in: scenario)
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "follower", "1", "cancelled")
        try scenario.expect(followed.outcome != nil, "The other one has ended.")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("begins to follow one that ends at this moment, and ends with it")
  func late() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let part = Part("work", in: scenario)
      let followed = part.errand.run()
      scenario.body("settle") { part.succeed(1) }
      scenario.body("follow") {
        Errand<Int>.fromCallback { $0.follow(followed) }
          .run(on: .immediate, completion: scenario.told("follower"))
      }
      scenario.check {
        try scenario.expectOne(of: "follower", "1")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("has told all of its progress before its end")
  func progress() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let (run, _) = Self.follower(of: part, in: scenario)
      run.onProgress(on: .immediate) { scenario.record("done \($0.completed)") }
      scenario.body("report") {
        part.report(1)
        part.report(2)
        part.succeed(1)
      }
      scenario.body("look") { scenario.record("looked at \(run.progress?.completed ?? 0)") }
      scenario.check {
        try scenario.expectOne(of: "follower", "1")
        try scenario.expect("done 2", before: "follower 1")
        try scenario.expect(scenario.count(of: "done 2") == 1, "It is told once.")
      }
    }
  }

  @Test("raises that one to its own priority, whichever of two changes comes last")
  func priority() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let part = Part("work", in: scenario)
      let (run, followed) = Self.follower(of: part, in: scenario)
      scenario.body("high") { run.priority = .high }
      scenario.body("very high") { run.priority = .veryHigh }
      scenario.check {
        try scenario.expect(followed.priority >= run.priority, "It is at least as urgent.")
        part.succeed(1)
        try scenario.expectOne(of: "follower", "1")
      }
    }
  }
}

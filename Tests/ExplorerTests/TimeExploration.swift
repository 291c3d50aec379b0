import Errands
import ErrandsTesting
import Testing

/// On a virtual clock, whose time is moved by a body: what follows from it happens in other bodies, as everywhere else.
@Suite("In every interleaving, an errand with a clock", .timeLimit(.minutes(2)))
struct TimeExploration {
  @Test("and a time limit ends once, and is stopped where it is late")
  func timeout() async throws {
    try await everyInterleaving { scenario in
      let clock = VirtualClock()
      let part = Part("work", in: scenario)
      part.errand.timeout(after: .seconds(1), clock: clock)
        .run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("settle") { part.succeed(1) }
      scenario.body("time passes") { clock.advance(by: .seconds(2)) }
      scenario.check {
        try scenario.expectOne(of: "handler", "1", "failed")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("and a delay begins once, or was cancelled before, and never begins then")
  func delay() async throws {
    try await everyInterleaving { scenario in
      let clock = VirtualClock()
      let part = Part("work", in: scenario)
      let run = part.errand.delay(for: .seconds(1), clock: clock)
        .run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("time passes") { clock.advance(by: .seconds(2)) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "handler", "cancelled")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("is tried again once, or cancelled, and leaves nothing going on")
  func retry() async throws {
    try await everyInterleaving { scenario in
      let clock = VirtualClock()
      let part = Part("work", in: scenario)
      let run = part.errand.retry(RetryPolicy(retries: 1, base: .seconds(1), cap: .seconds(1)), clock: clock)
        .run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("fail") { part.fail() }
      scenario.body("time passes") { clock.advance(by: .seconds(2)) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "handler", "cancelled", "failed")
        try scenario.expectNothingGoesOn(part)
        try scenario.expect(scenario.count(of: "work begins") <= 2, "It is tried twice at most.")
      }
    }
  }
}

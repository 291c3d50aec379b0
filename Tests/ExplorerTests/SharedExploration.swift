import Errands
import ErrandsTesting
import Testing

@Suite("In every interleaving, shared work", .timeLimit(.minutes(2)))
struct SharedExploration {
  @Test("ends with the last who leaves, and begins anew for one who comes then")
  func leaveAndJoin() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let shared = part.errand.shared()
      let runs = (1...2).map { shared.run(on: .immediate, completion: scenario.told("sharer \($0)")) }
      for (number, run) in runs.enumerated() { scenario.body("leave \(number + 1)") { run.cancel() } }
      scenario.body("join") { shared.run(on: .immediate, completion: scenario.told("late")) }
      scenario.check {
        try scenario.expectOne(of: "sharer 1", "cancelled")
        try scenario.expectOne(of: "sharer 2", "cancelled")
        try scenario.expect(scenario.outcomes(of: "late").isEmpty, "Who stays is not cancelled.")
        part.succeed(1)
        try scenario.expectOne(of: "late", "1")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("that waits for itself by way of other shared work ends when those have left who came from outside")
  func cycle() async throws {
    try await everyInterleaving { scenario in
      let flights = SingleFlight<String, Int>()
      let parts = [Part("a", in: scenario), Part("b", in: scenario)]
      let runs = zip(parts, ["b", "a"]).map { part, other in
        let crossing = part.errand.flatMap { _ in flights.share(.success(0), for: other) }
        return flights.share(crossing, for: part.name).run(
          on: .immediate,
          completion: scenario.told("sharer \(part.name)")
        )
      }
      for part in parts { part.succeed(1) }
      for (part, run) in zip(parts, runs) { scenario.body("leave \(part.name)") { run.cancel() } }
      scenario.check {
        for part in parts { try scenario.expectOne(of: "sharer \(part.name)", "cancelled") }
        try scenario.expect(flights.count == 0, "Nothing is in flight any more.")
      }
    }
  }

  /// It was cancelled with the work, which was given up when the last but this one had left.
  @Test("that waits for itself keeps one who joins from outside in the instant in which the last one leaves")
  func cycleJoined() async throws {
    try await everyInterleaving { scenario in
      let flights = SingleFlight<String, Int>()
      let part = Part("work", in: scenario)
      let crossing = part.errand.flatMap { _ in flights.share(.success(0), for: "a") }
      let run = flights.share(crossing, for: "a").run(on: .immediate, completion: scenario.told("leaving"))
      let joining = Kept<Run<Int>>()
      part.succeed(1)
      scenario.body("leave") { run.cancel() }
      scenario.body("join") {
        joining.set(
          flights.share(.success(0), for: "a").run(on: .immediate, completion: scenario.told("joining"))
        )
      }
      scenario.check {
        try scenario.expectOne(of: "leaving", "cancelled")
        try scenario.expect(
          !scenario.outcomes(of: "joining").contains("cancelled"),
          "Who stays is not cancelled."
        )
        joining.take()?.cancel()
        try scenario.expect(flights.count == 0, "Nothing is in flight any more.")
      }
    }
  }

  @Test("that settles while one leaves and one joins gives everybody one outcome")
  func settleLeaveAndJoin() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let shared = part.errand.shared()
      let run = shared.run(on: .immediate, completion: scenario.told("leaving"))
      scenario.body("settle") { part.succeed(1) }
      scenario.body("leave") { run.cancel() }
      scenario.body("join") { shared.run(on: .immediate, completion: scenario.told("joining")) }
      scenario.check {
        try scenario.expectOne(of: "leaving", "1", "cancelled")
        part.succeed(2)
        try scenario.expectOne(of: "joining", "1", "2")
        try scenario.expectNothingGoesOn(part)
        try scenario.expect(scenario.count(of: "work begins") <= 2, "The work is begun once a round.")
      }
    }
  }

  @Test("tells one who joins how far it is, and everybody the same")
  func progress() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let shared = part.errand.shared()
      let run = shared.run()
      scenario.body("report") { part.report(1) }
      scenario.body("join") {
        _ = shared.begin(in: nil) { run in
          run.onProgress(on: .immediate) { scenario.record("joining \($0.completed)") }
        }
      }
      scenario.check {
        try scenario.expectOne(of: "joining", "1")
        part.succeed(1)
        try scenario.expect(run.outcome != nil, "The work has settled.")
      }
    }
  }

  @Test("under a key has the priority of those who are left, whoever comes, goes and changes his mind")
  func priority() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let flights = SingleFlight<Int, Int>()
      let work = Kept<Run<Int>>()
      let errand = Errand<Int>.fromCallback { callback in
        let run = part.errand.run()
        work.set(run)
        callback.onPriorityChange { run.priority = $0 }
        callback.follow(run)
      }
      let high = flights.share(errand, for: 1).priority(.high).run()
      let low = flights.share(errand, for: 1).run()
      scenario.body("leave") { high.cancel() }
      scenario.body("change") { low.priority = .low }
      scenario.check {
        try scenario.expect(work.value?.priority == .low, "It is that of the one who is left.")
        part.succeed(1)
        try scenario.expect(low.outcome != nil && flights.count == 0, "Nothing is on any more.")
        work.set(nil)
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("under a key is begun anew behind the end of the former, and is one at a time")
  func anew() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let flights = SingleFlight<Int, Int>()
      let shared = flights.share(part.errand, for: 1)
      let run = shared.run(on: .immediate, completion: scenario.told("first"))
      scenario.body("settle") { part.succeed(1) }
      scenario.body("leave") { run.cancel() }
      scenario.body("ask") { shared.run(on: .immediate, completion: scenario.told("second")) }
      scenario.check {
        try scenario.expectOne(of: "first", "1", "cancelled")
        part.succeed(2)
        try scenario.expectOne(of: "second", "1", "2")
        try scenario.expect(flights.count == 0, "Nothing is on any more.")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }
}

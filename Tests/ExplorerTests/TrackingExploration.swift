import Errands
import ErrandsTesting
import Testing

@Suite("In every interleaving, what is known of the runs in flight", .timeLimit(.minutes(2)))
struct TrackingExploration {
  @Test("has a run that settles meanwhile or not, and not behind its end")
  func settling() async throws {
    try await everyInterleaving { scenario in
      let tracking = Trace.track()
      let part = Part("work", in: scenario)
      part.errand.run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("settle") { part.succeed(1) }
      scenario.body("dump") { scenario.record("known \(Trace.dump().entries.count)") }
      scenario.body("begin another") { Errand.success(2).run(on: .immediate) { _ in } }
      scenario.check {
        try scenario.expectOne(of: "known", "0", "1", "2")
        try scenario.expect(Trace.dump().entries.isEmpty, "What has settled is forgotten.")
        tracking.cancel()
      }
    }
  }

  /// A run that nobody holds goes without an outcome, and so without an event: a dump is what finds that out.
  @Test("has no run that was let go of, whoever finds it gone")
  func gone() async throws {
    try await everyInterleaving { scenario in
      let tracking = Trace.track()
      let part = Part("work", in: scenario)
      part.errand.run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("forget") { part.forget() }
      for name in ["dump", "other dump"] {
        scenario.body(name) { scenario.record("known \(Trace.dump().entries.count)") }
      }
      scenario.check {
        try scenario.expect(scenario.outcomes(of: "known").allSatisfy { $0 < "2" }, "It is one at most.")
        try scenario.expect(Trace.dump().entries.isEmpty, "What has gone is forgotten.")
        tracking.cancel()
      }
    }
  }

  @Test("goes with the last of those who track, and a run that begins meanwhile is known by all or none")
  func ending() async throws {
    try await everyInterleaving { scenario in
      let trackings = [Trace.track(), Trace.track()]
      let part = Part("work", in: scenario)
      for (tracking, name) in zip(trackings, ["end", "end another"]) {
        scenario.body(name) { tracking.cancel() }
      }
      scenario.body("begin") { part.errand.run(on: .immediate, completion: scenario.told("handler")) }
      scenario.check {
        try scenario.expect(!Trace.dump().isTracked, "Nobody tracks any more.")
        part.succeed(1)
        try scenario.expectOne(of: "handler", "1")
        try scenario.expect(Trace.dump().entries.isEmpty, "Nothing is known then.")
      }
    }
  }
}

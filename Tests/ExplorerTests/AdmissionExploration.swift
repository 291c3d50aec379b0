import Errands
import ErrandsLoading
import ErrandsTesting
import Foundation
import Testing

@Suite("In every interleaving, an admission", .timeLimit(.minutes(2)))
struct AdmissionExploration {
  /// Loads of one host, with one place for all of them.
  private static func place() throws -> (admission: Admission, place: Errand<AdmissionPlace>) {
    var limits = Admission.Limits()
    limits.total = 1
    let admission = Admission(limits: limits)
    return (admission, admission.place(for: try URL(fetching: "https://host/")))
  }

  @Test("gives the place of a load that is cancelled to the next, also where it is just being given")
  func cancel() async throws {
    try await everyInterleaving { scenario in
      let (admission, place) = try Self.place()
      let holder = Kept(place.run())
      let waiting = place.map { _ in 1 }.run()
      waiting.whenSettled(on: .immediate, scenario.told("waiting"))
      place.map { _ in 2 }.run().whenSettled(on: .immediate, scenario.told("next"))
      scenario.body("let go") { holder.letGo() }
      scenario.body("cancel") { waiting.cancel() }
      scenario.check {
        try scenario.expectOne(of: "waiting", "1", "cancelled")
        try scenario.expectOne(of: "next", "2")
        try scenario.expect(admission.counts == .init(), "No place is lost.")
      }
    }
  }

  @Test("has one load in flight at a time, whoever comes, leaves or becomes urgent meanwhile")
  func limit() async throws {
    try await everyInterleaving { scenario in
      let (admission, place) = try Self.place()
      let holder = Kept(place.run())
      let load = place.map { place in
        scenario.record("in")
        scenario.record("in flight \(scenario.count(of: "in") - scenario.count(of: "out"))")
        scenario.record("out")
        place.release()
        return 1
      }
      let waiting = load.run()
      waiting.whenSettled(on: .immediate, scenario.told("waiting"))
      scenario.body("release") { try? holder.value?.outcome?.get().release() }
      scenario.body("come") { load.run().whenSettled(on: .immediate, scenario.told("late")) }
      scenario.body("raise") { waiting.priority = .high }
      scenario.check {
        holder.letGo()
        try scenario.expectOne(of: "waiting", "1")
        try scenario.expectOne(of: "late", "1")
        try scenario.expect(!scenario.events.contains("in flight 2"), "The limit is kept.")
        try scenario.expect(admission.counts == .init(), "No place is lost.")
      }
    }
  }

  @Test("gives its place to the most urgent first, though it became so while it came")
  func priority() async throws {
    try await everyInterleaving { scenario in
      let (admission, place) = try Self.place()
      let holder = Kept(place.run())
      let waiting = Kept(place.run())
      let urgent = Kept<Run<AdmissionPlace>>()
      scenario.body("come") {
        _ = place.begin(in: nil) { urgent.set($0) }
        scenario.record("came")
      }
      scenario.body("raise") {
        guard let urgent = urgent.value else { return }
        urgent.priority = .high
        scenario.record("raised")
      }
      scenario.body("let go") {
        scenario.record("letting go")
        holder.letGo()
      }
      scenario.check {
        let before = scenario.events.prefix { $0 != "letting go" }
        if before.contains("came"), before.contains("raised") {
          try scenario.expect(waiting.value?.outcome == nil, "An urgent load goes first.")
        }
        urgent.letGo()
        waiting.letGo()
        try scenario.expect(admission.counts == .init(), "No place is lost.")
      }
    }
  }
}

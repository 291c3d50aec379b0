import Errands
import ErrandsBolts
import ErrandsCombine
import ErrandsOperations
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("In every interleaving, an errand that goes out and comes back", .timeLimit(.minutes(2)))
struct BridgeExploration {
  @Test("as a promise has one outcome, and is stopped where it is cancelled")
  func promise() async throws {
    try await roundTrip { errand in .fromPromise { errand.promise() } }
  }

  @Test("as a Bolts task has one outcome, and is stopped where it is cancelled")
  func boltsTask() async throws {
    try await roundTrip { errand in .fromBoltsTask { errand.boltsTask() } }
  }

  @Test("as a publisher has one outcome, and is stopped where it is cancelled")
  func publisher() async throws {
    try await roundTrip { errand in .fromPublisher { errand.publisher() } }
  }

  @Test("as an operation has one outcome, and is stopped where it is cancelled")
  func operation() async throws {
    try await roundTrip { errand in
      .fromCallback { callback in
        let operation = ErrandOperation(errand)
        operation.whenSettled(on: .immediate) { callback($0) }
        callback.onCancel { operation.cancel() }
        operation.start()
      }
    }
  }

  private func roundTrip(_ trip: @escaping @Sendable (Errand<Int>) -> Errand<Int>) async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let run = trip(part.errand).begin(in: nil) { run in
        run.onProgress(on: .immediate) { scenario.record("done \($0.completed)") }
        run.whenSettled(on: .immediate, scenario.told("handler"))
      }
      scenario.body("settle") {
        part.report(1)
        part.succeed(1)
      }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "handler", "1", "cancelled")
        try scenario.expectNothingGoesOn(part)
        try scenario.expect(scenario.events.last?.hasPrefix("done") != true, "No report behind the outcome.")
      }
    }
  }

  @Test("as a publisher is run once for one who asks twice")
  func twoRequests() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let shared = part.errand.shared()
      let runs = (1...2).map { number in
        Errand<Int>.fromPublisher { shared.publisher() }
          .run(on: .immediate, completion: scenario.told("subscriber \(number)"))
      }
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { runs[0].cancel() }
      scenario.check {
        try scenario.expectOne(of: "subscriber 1", "1", "cancelled")
        try scenario.expectOne(of: "subscriber 2", "1")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }
}

import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("From an errand to a publisher, and back", .timeLimit(.minutes(1)))
struct RoundTripTests {
  @Test("Law 8: Value, error and cancellation are the same")
  func outcomes() async throws {
    #expect(try await Errand.fromPublisher { Errand { 2 }.publisher() }.value() == 2)
    let error = Identity()
    let thrown = await #expect(throws: Identity.self) {
      try await Errand<Int>.fromPublisher { Errand<Int>.failure(error).publisher() }.value()
    }
    #expect(thrown === error)
    await #expect(throws: CancellationError.self) {
      try await Errand<Int>.fromPublisher { Errand<Int>.failure(CancellationError()).publisher() }.value()
    }
    await #expect(throws: AbandonedError.self) {
      try await Errand<Int>.fromPublisher { Errand<Int>.fromCallback { _ in }.publisher() }.value()
    }
  }

  @Test("Law 8: Cancelling the last run stops the work of the first")
  func cancel() {
    let work = ManualWork<Int>()
    let run = Errand.fromPublisher { work.errand.publisher().map { $0 + 1 } }.run()
    run.cancel()
    #expect(work.stops.count == 1)
  }

  private final class Identity: Error {}
}

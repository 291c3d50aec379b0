import ErrandsTesting
import Testing

@testable import Errands

@Suite("Law 7: what is handed over on the way to the outcome")
struct HandingOverTests {
  @Test("The outcome does not overtake it, and the work waits until it is taken", .timeLimit(.minutes(1)))
  func inOrder() async throws {
    let works = Events<@Sendable () -> Void>()
    let heard = Events<String>()
    let work = ManualWork<Int>()
    let run = work.errand.run()
    let owner = Delivery.collecting(in: works)
    run.whenSettled(on: owner) { heard.record($0.label) }
    let callback = try await work.callback()
    let handing = Task {
      try await callback.deliver(on: owner) { heard.record("chunk") }
      heard.record("taken")
      callback.succeed(2)
    }
    let take = try await works.event(1)
    callback.succeed(1)
    #expect(heard.all == [])
    take()
    try await handing.value
    try await works.event(2)()
    #expect(heard.all.filter { $0 != "taken" } == ["chunk", "value 1"])
    #expect(heard.all.contains("taken"))
  }

  // A delegate was handed another chunk after it had been told that the load was cancelled.
  @Test("Nothing is handed over after the outcome", .timeLimit(.minutes(1)))
  func afterOutcome() async throws {
    let heard = Events<String>()
    let work = ManualWork<Int>()
    let run = work.errand.run(on: .immediate) { heard.record($0.label) }
    let callback = try await work.callback()
    run.cancel()
    await #expect(throws: CancellationError.self) {
      try await callback.deliver(on: .immediate) { heard.record("chunk") }
    }
    #expect(heard.all == ["cancelled"])
  }

  @Test("An executor that throws it away ends the wait", .timeLimit(.minutes(1)))
  func thrownAway() async throws {
    let work = ManualWork<Int>()
    work.errand.run()
    let callback = try await work.callback()
    await #expect(throws: CancellationError.self) {
      try await callback.deliver(on: .bin) { Issue.record("called") }
    }
  }

  @Test("Cancelling the task that waits ends the wait", .timeLimit(.minutes(1)))
  func cancelledTask() async throws {
    let works = Events<@Sendable () -> Void>()
    let work = ManualWork<Int>()
    work.errand.run()
    let callback = try await work.callback()
    let handing = Task { try await callback.deliver(on: .collecting(in: works)) {} }
    _ = try await works.event(1)
    handing.cancel()
    await #expect(throws: CancellationError.self) { try await handing.value }
  }
}

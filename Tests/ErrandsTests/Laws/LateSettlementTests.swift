import ErrandsTesting
import Testing

@testable import Errands

@Suite("Law 1: a settlement that comes too late")
struct LateSettlementTests {
  @Test("Changes nothing, and is recorded with how it would have ended")
  func recorded() async throws {
    let log = TraceLog(of: "late")
    let work = ManualWork<Int>("late")
    let run = work.errand.run()
    let callback = try await work.callback()
    callback.succeed(1)
    callback.succeed(2)
    callback.fail(ManualError())
    callback.fail(CancellationError())
    #expect(run.outcome?.label == "value 1")
    #expect(
      log.labels == [
        "made", "started", "settled succeeded", "late succeeded", "late failed", "late cancelled",
      ]
    )
  }

  @Test("Is answered with false after a cancellation")
  func afterCancel() async throws {
    let work = ManualWork<Int>()
    let run = work.errand.run()
    run.cancel()
    let isFirst = try await work.callback().succeed(1)
    #expect(!isFirst)
    #expect(run.outcome?.label == "cancelled")
  }

  @Test("Does not keep its value alive", .timeLimit(.minutes(1)))
  func valueIsReleased() async throws {
    try await withLiveObjects { live in
      let work = ManualWork<LiveObjects.Object>()
      let run = work.errand.run()
      let callback = try await work.callback()
      callback.succeed(live.object("first"))
      callback.succeed(live.object("second"))
      #expect(live.names == ["first": 1])
      withExtendedLifetime(run) {}
      work.letGo()
    }
  }

  @Test("Work that ignores its cancellation settles late, and nobody hears it", .timeLimit(.minutes(1)))
  func deafWork() async throws {
    let log = TraceLog(of: "deaf")
    let gate = Gate()
    let errand = Errand("deaf") {
      await Task { try? await gate.wait() }.value
      return 1
    }
    let heard = Events<String>()
    let run = errand.run(on: .immediate) { heard.record($0.label) }
    run.cancel()
    #expect(heard.all == ["cancelled"])
    gate.open()
    try await log.event("late succeeded")
    #expect(heard.all == ["cancelled"])
    #expect(log.labels == ["made", "started", "settled cancelled", "delivered", "late succeeded"])
  }

  // Nobody could tell work that answers its cancellation from a callback that is called twice.
  @Test("Says whether the run had been stopped, by a cancellation or a deadline")
  func stopped() async throws {
    let log = TraceLog(of: "stopped")
    for end in ["cancelled", "out of time", "succeeded"] {
      let work = ManualWork<Int>("stopped")
      let run = work.errand.run()
      let callback = try await work.callback()
      switch end {
      case "cancelled": run.cancel()
      case "out of time": run.stop(with: TimeoutError())
      default: callback.succeed(1)
      }
      callback.fail(CancellationError())
    }
    let answers = log.events.all.compactMap { event -> Bool? in
      if case .lateSettlement(.cancelled, let wasStopped) = event.kind { wasStopped } else { nil }
    }
    #expect(answers == [true, true, false])
  }
}

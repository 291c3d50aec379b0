import ErrandsTesting
import Testing

@testable import Errands

@Suite("Work that is begun later")
struct DelayTests {
  @Test("Nothing is begun before the time has come", .timeLimit(.minutes(1)))
  func waits() async throws {
    let clock = VirtualClock()
    let work = ManualWork<Int>()
    let run = work.errand.delay(for: .seconds(5), clock: clock).run()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(4))
    #expect(work.startCount == 0)
    clock.advance(by: .seconds(1))
    try await work.callback().succeed(1)
    #expect(try await run.value == 1)
  }

  @Test("Cancelled while it waits, it settles at once and never begins", .timeLimit(.minutes(1)))
  func cancelledWhileWaiting() async throws {
    try await withLiveObjects { live in
      let clock = VirtualClock()
      let (work, probe) = (ManualWork<Int>(), live.object("captured"))
      let run = work.errand.map { value in withExtendedLifetime(probe) { value } }.delay(
        for: .seconds(5),
        clock: clock
      )
      .run()
      try await clock.sleepers(atLeast: 1)
      run.cancel()
      #expect(run.outcome?.label == "cancelled")
      clock.advance(by: .seconds(5))
      #expect(work.startCount == 0)
    }
  }

  @Test("Cancelled later, the work is", .timeLimit(.minutes(1)))
  func cancelledLater() async throws {
    let clock = VirtualClock()
    let work = ManualWork<Int>("delayed")
    let log = TraceLog(of: "delayed")
    let run = work.errand.delay(for: .seconds(5), clock: clock).run()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(5))
    _ = try await work.callback()
    run.cancel()
    _ = try await work.cancellations.event(1)
    #expect(run.outcome?.label == "cancelled")
    #expect(log.labels(of: run.id) == ["made", "started", "settled cancelled"])
  }

  @Test("Value, error and progress go through", .timeLimit(.minutes(1)))
  func goesThrough() async throws {
    let errand = Errand<Int>.fromCallback { callback in
      callback.report(completed: 1, total: 2)
      callback.fail(ManualError(number: 3))
    }
    let listener = Style.stream.listen(to: errand.delay(for: .zero))
    #expect(try await listener.outcome().error as? ManualError == ManualError(number: 3))
    #expect(listener.labels == ["progress 1/2", "failed"])
    #expect(try await Errand.success(7).delay(for: .milliseconds(1)).value() == 7)
  }

  @Test("Each run waits anew", .timeLimit(.minutes(1)))
  func cold() async throws {
    let clock = VirtualClock()
    let errand = Errand.success(1).delay(for: .seconds(1), clock: clock)
    #expect(clock.sleepers == 0)
    let runs = [errand.run(), errand.run()]
    try await clock.sleepers(atLeast: 2)
    clock.advance(by: .seconds(1))
    for run in runs { #expect(try await run.value == 1) }
  }
}

import Dispatch
import ErrandsTesting
import Foundation
import Testing

@testable import Errands

@Suite("Time limits")
struct TimeoutTests {
  @Test(
    "When the limit passes the run fails at once, and the work is cancelled",
    .timeLimit(.minutes(1)),
    arguments: Style.allCases
  )
  func passes(style: Style) async throws {
    let clock = VirtualClock()
    let work = ManualWork<Int>()
    let listener = style.listen(to: work.errand.timeout(after: .seconds(30), clock: clock))
    try await clock.sleepers(atLeast: 1)
    // The time counts from before the beginning of the work, which some styles have begin on another thread.
    _ = try await work.callback()
    clock.advance(by: .seconds(29))
    #expect(listener.heard.count == 0)
    #expect(work.cancellations.count == 0)
    clock.advance(by: .seconds(1))
    #expect(try await listener.outcome().error as? TimeoutError == TimeoutError())
    #expect(work.cancellations.count == 1)
    #expect(listener.heard.count == 1)
  }

  // The timer slept on to its end, with all that it held.
  @Test("Work that ends in time stops the timer, which holds nothing any more", .timeLimit(.minutes(1)))
  func inTime() async throws {
    let clock = VirtualClock()
    let work = ManualWork<Int>()
    let run = try await withLiveObjects { live in
      let probe = live.object("captured by the error")
      let errand = work.errand.timeout(after: .seconds(30), clock: clock) {
        withExtendedLifetime(probe) { ManualError() }
      }
      let run = errand.run()
      try await clock.sleepers(atLeast: 1)
      try await work.callback().succeed(7)
      return run
    }
    clock.advance(by: .seconds(60))
    #expect(run.outcome?.label == "value 7")
    #expect(work.cancellations.count == 0)
  }

  @Test("Nor does it on the usual clock, from the moment at which the work ends")
  func inTimeOnTheUsualClock() async throws {
    let (live, work) = (LiveObjects(), ManualWork<Int>())
    let run = work.errand.timeout(after: .seconds(3_600)) { [probe = live.object("captured by the error")] in
      withExtendedLifetime(probe) { ManualError() }
    }.run()
    let callback = try await work.callback()
    work.letGo()
    #expect(live.count == 1)
    callback.succeed(7)
    #expect(live.count == 0)
    #expect(run.outcome?.label == "value 7")
  }

  // The timer may be on its way when the work ends: it had made an error for nobody, in code that may be slow, or
  // may log that the work had not ended in time.
  @Test("No error is made where the limit passes behind the end of the work", .timeLimit(.minutes(1)))
  func endedBefore() async throws {
    let (clock, work, made) = (DeafClock(), ManualWork<Int>(), Events<Int>())
    let run = try await withLiveObjects { live in
      let probe = live.object("captured by the error")
      let run = work.errand.timeout(after: .seconds(1), clock: clock) {
        made.record(1)
        return withExtendedLifetime(probe) { ManualError() }
      }.run()
      try await clock.sleeps.wait()
      try await work.callback().succeed(7)
      clock.passes.open()
      return run
    }
    #expect(made.count == 0)
    #expect(run.outcome?.label == "value 7")
  }

  /// On which a timer that is cancelled goes on, as one does that has just passed.
  private struct DeafClock: Clock {
    let sleeps = Gate()
    let passes = Gate()

    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      sleeps.open()
      await Task { [passes] in try? await passes.wait() }.value
    }
  }

  @Test("The error may be one's own", .timeLimit(.minutes(1)))
  func ownError() async throws {
    let clock = VirtualClock()
    let work = ManualWork<Int>()
    let run = work.errand.timeout(after: .seconds(1), clock: clock) { ManualError(number: 9) }.run()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    await #expect(throws: ManualError(number: 9)) { try await run.value }
    #expect(TimeoutError().description == "The work did not end within its time limit.")
  }

  @Test("Cancelling reaches the work, and the timer ends", .timeLimit(.minutes(1)))
  func cancelled() async throws {
    let clock = VirtualClock()
    let work = ManualWork<Int>()
    let run = work.errand.timeout(after: .seconds(1), clock: clock).run()
    try await clock.sleepers(atLeast: 1)
    run.cancel()
    #expect(run.outcome?.label == "cancelled")
    #expect(work.cancellations.count == 1)
    clock.advance(by: .seconds(1))
    #expect(run.outcome?.label == "cancelled")
  }

  @Test("Work that settles before the timer begins", .timeLimit(.minutes(1)))
  func atOnce() async throws {
    let clock = VirtualClock()
    let errand = Errand<Int>.fromCallback { $0.succeed(7) }.timeout(after: .seconds(1), clock: clock)
    #expect(errand.run().outcome?.label == "value 7")
  }

  // Clocks count some hundred years, and durations ten billion times as many: their sum was a crash.
  @Test("A limit farther than a clock can count is one that does not pass", .timeLimit(.minutes(1)))
  func farthest() async throws {
    let work = ManualWork<Int>()
    let limit = Duration(attoseconds: .max)
    let runs = [
      work.errand.timeout(after: limit).run(),
      work.errand.timeout(after: limit, clock: SuspendingClock()).run(),
      Errand.success(7).delay(for: limit).run(),
    ]
    #expect(runs.allSatisfy { $0.outcome == nil })
    for run in runs { run.cancel() }
    #expect(work.cancellations.count == 2)
  }

  @Test(
    "One that lies in the past has passed",
    .timeLimit(.minutes(1)),
    arguments: [Duration(attoseconds: .min), .seconds(-1), .zero]
  )
  func past(limit: Duration) async throws {
    let work = ManualWork<Int>()
    await #expect(throws: TimeoutError.self) { try await work.errand.timeout(after: limit).value() }
    let errand = work.errand.timeout(after: limit, clock: SuspendingClock())
    await #expect(throws: TimeoutError.self) { try await errand.value() }
  }

  @Test("On a clock that cannot sleep, it passes at once", .timeLimit(.minutes(1)))
  func brokenClock() async throws {
    let errand = ManualWork<Int>().errand.timeout(after: .seconds(3_600), clock: BrokenClock())
    await #expect(throws: TimeoutError.self) { try await errand.value() }
  }

  private struct BrokenClock: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      throw ManualError()
    }
  }

  // As many as there are processors were enough to stop every task of the process.
  @Test("An error that takes long to make keeps nobody's task waiting", .timeLimit(.minutes(1)))
  func blockingError() async throws {
    let clock = VirtualClock()
    let arrived = DispatchSemaphore(value: 0)
    let count = 2 * ProcessInfo.processInfo.activeProcessorCount
    let work = ManualWork<Int>()
    let errand = work.errand.timeout(after: .seconds(1), clock: clock) {
      arrived.wait()
      return ManualError()
    }
    let runs = (0..<count).map { _ in errand.run() }
    try await clock.sleepers(atLeast: count)
    clock.advance(by: .seconds(1))
    await Task { for _ in 0..<count { arrived.signal() } }.value
    for run in runs { await #expect(throws: ManualError.self) { try await run.value } }
  }

  // The timer held the callback: a run that was abandoned waited for its limit.
  @Test("An abandoned callback is noticed before the limit", .timeLimit(.minutes(1)))
  func abandoned() async throws {
    let clock = VirtualClock()
    let work = ManualWork<Int>()
    let run = work.errand.timeout(after: .seconds(1), clock: clock).run()
    try await clock.sleepers(atLeast: 1)
    work.letGo()
    #expect(run.outcome?.label == "abandoned")
  }

  // A loader begins its work in the run that has the deadline; two runs for each load cost a sixth of it.
  @Test("A callback's own run can have a limit, too: its work is stopped", .timeLimit(.minutes(1)))
  func ofACallback() async throws {
    let (clock, stopped) = (VirtualClock(), Counter())
    let run = Errand<Int>.fromCallback { callback in
      callback.fail(after: .seconds(30), clock: clock) { ManualError() }
      callback.onCancel {
        stopped.enter()
        withExtendedLifetime(callback) {}
      }
    }.run()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(29))
    #expect(run.outcome == nil)
    clock.advance(by: .seconds(1))
    await #expect(throws: ManualError.self) { try await run.value }
    #expect(stopped.count == 1)
  }

  @Test("and keeps no callback alive that is let go of, nor anything for one that has been called")
  func ofACallbackInTime() async throws {
    try await withLiveObjects { live in
      for isCalled in [true, false] {
        let probe = live.object("captured by the error")
        let run = Errand<Int>.fromCallback { callback in
          callback.fail(after: .seconds(3_600), clock: ContinuousClock()) {
            withExtendedLifetime(probe) { ManualError() }
          }
          if isCalled { callback.succeed(7) }
        }.run()
        #expect(isCalled ? run.outcome?.label == "value 7" : run.outcome?.error is AbandonedError)
      }
    }
  }
}

import ErrandsTesting
import Testing

@testable import Errands

@Suite("Recovering from errors")
struct RecoverTests {
  @Test("Work that fails is followed by what the closure answers with", .timeLimit(.minutes(1)))
  func recovers() async throws {
    let (work, fallback) = (ManualWork<Int>(), ManualWork<Int>())
    let errors = Events<ManualError?>()
    let run = work.errand.recover { error in
      errors.record(error as? ManualError)
      return fallback.errand
    }.run()
    #expect(fallback.startCount == 0)
    try await work.callback().fail(ManualError(number: 4))
    #expect(errors.all == [ManualError(number: 4)])
    #expect(run.outcome == nil)
    try await fallback.callback().succeed(9)
    #expect(run.outcome?.label == "value 9")
  }

  @Test("A value passes by")
  func valuePasses() {
    let asked = Counter()
    let run = Errand.success(1).recover { _ in
      asked.enter()
      return .success(2)
    }.run()
    #expect(run.outcome?.label == "value 1")
    #expect(asked.count == 0)
  }

  @Test("What the closure throws, and how the second work fails, is the outcome")
  func failsAgain() {
    let broken = Errand<Int>.failure(ManualError(number: 1))
    let thrown = broken.recover { _ in throw ManualError(number: 2) }.run()
    #expect(thrown.outcome?.error as? ManualError == ManualError(number: 2))
    let failed = broken.recover { _ in .failure(ManualError(number: 3)) }.run()
    #expect(failed.outcome?.error as? ManualError == ManualError(number: 3))
  }

  // Whoever recovered from every error began new work for a screen that had gone.
  @Test("Cancellation is no failure: nobody is asked, whether the run or the work was cancelled")
  func cancellation() async throws {
    let asked = Counter()
    let fallback: @Sendable (any Error) -> Errand<Int> = { _ in
      asked.enter()
      return .success(0)
    }
    let work = ManualWork<Int>()
    let run = work.errand.recover(fallback).run()
    run.cancel()
    #expect(run.outcome?.label == "cancelled")
    #expect(work.cancellations.count == 1)
    let inner = work.errand.recover(fallback).run()
    try await work.callback().fail(CancellationError())
    #expect(inner.outcome?.label == "cancelled")
    #expect(asked.count == 0)
  }

  @Test("Cancelling while the second work is on reaches that", .timeLimit(.minutes(1)))
  func cancelledLate() async throws {
    let fallback = ManualWork<Int>()
    let run = Errand<Int>.failure(ManualError()).recover { _ in fallback.errand }.run()
    run.cancel()
    #expect(run.outcome?.label == "cancelled")
    #expect(fallback.cancellations.count == 1)
  }

  @Test("An abandoned callback can be recovered from")
  func abandoned() {
    let run = Errand<Int>.fromCallback { _ in }.recover { error in
      .success(error is AbandonedError ? 1 : 0)
    }.run()
    #expect(run.outcome?.label == "value 1")
  }
}

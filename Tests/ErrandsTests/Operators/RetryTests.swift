import ErrandsTesting
import Testing

@testable import Errands

@Suite("Trying again")
struct RetryTests {
  private let clock = VirtualClock()
  private let tries = Counter()

  /// Fails with the number of the try, until the try with the number `succeeding`.
  private func failing(until succeeding: Int = .max) -> Errand<Int> {
    let tries = tries
    return .fromCallback { callback in
      let number = tries.enter()
      if number < succeeding { callback.fail(ManualError(number: number)) } else { callback.succeed(number) }
    }
  }

  /// Lets one wait after the other pass.
  private func passWaits(_ count: Int) async throws {
    for _ in 0..<count {
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(10))
    }
  }

  @Test("The work is tried again until it succeeds", .timeLimit(.minutes(1)))
  func succeeds() async throws {
    let run = failing(until: 3).retry(RetryPolicy(retries: 5), clock: clock).run()
    #expect(tries.count == 1)
    try await passWaits(2)
    #expect(try await run.value == 3)
    #expect(tries.count == 3)
    #expect(clock.sleepers == 0)
  }

  @Test("Not oftener than the policy says; the last error is the outcome", .timeLimit(.minutes(1)))
  func gives() async throws {
    let run = failing().retry(RetryPolicy(retries: 2), clock: clock).run()
    try await passWaits(2)
    await #expect(throws: ManualError(number: 3)) { try await run.value }
    #expect(tries.count == 3)
    #expect(clock.sleepers == 0)
    #expect(failing().retry(.never).run().outcome?.error as? ManualError == ManualError(number: 4))
  }

  @Test("Work that succeeds is not tried again")
  func once() {
    #expect(failing(until: 1).retry(clock: clock).run().outcome?.label == "value 1")
    #expect(tries.count == 1)
  }

  // A wait without its bound in time: the try must not come before its drawn wait, and must come right at it.
  @Test("The waits are drawn below the policy's bounds, which double up to the cap", .timeLimit(.minutes(1)))
  func waits() async throws {
    let policy = RetryPolicy(retries: 4, base: .seconds(1), cap: .seconds(4))
    var generator = Seeded(state: 42)
    let run = failing().retry(policy, clock: clock, using: { Seeded(state: 42) }).run()
    for number in 1...4 {
      let wait = policy.wait(afterTry: number, using: &generator)
      #expect(wait > .zero && wait <= .seconds([1, 2, 4, 4][number - 1]))
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: wait - .nanoseconds(1))
      #expect(clock.sleepers == 1)
      #expect(tries.count == number)
      clock.advance(by: .nanoseconds(1))
    }
    await #expect(throws: ManualError(number: 5)) { try await run.value }
  }

  @Test("Only errors that the condition names are worth another try", .timeLimit(.minutes(1)))
  func condition() async throws {
    let isFirst: @Sendable (any Error) -> Bool = { $0 as? ManualError == ManualError(number: 1) }
    let run = failing().retry(RetryPolicy(retries: 9), clock: clock, where: isFirst).run()
    try await passWaits(1)
    await #expect(throws: ManualError(number: 2)) { try await run.value }
    #expect(tries.count == 2)
  }

  @Test("Cancelled during a try, the try is cancelled and no other follows", .timeLimit(.minutes(1)))
  func cancelledDuringTry() async throws {
    let work = ManualWork<Int>("tried")
    let log = TraceLog(of: "tried")
    let run = work.errand.retry(clock: clock).run()
    run.cancel()
    #expect(run.outcome?.label == "cancelled")
    #expect(work.cancellations.count == 1)
    #expect(work.startCount == 1)
    #expect(clock.sleepers == 0)
    #expect(log.labels(of: run.id) == ["made", "started", "settled cancelled"])
  }

  @Test("Cancelled during a wait, it settles at once and there is no other try", .timeLimit(.minutes(1)))
  func cancelledDuringWait() async throws {
    try await withLiveObjects { live in
      let probe = live.object("captured")
      let run = failing().map { value in withExtendedLifetime(probe) { value } }.retry(clock: clock).run()
      try await clock.sleepers(atLeast: 1)
      run.cancel()
      #expect(run.outcome?.label == "cancelled")
      clock.advance(by: .seconds(60))
      #expect(tries.count == 1)
    }
  }

  // Work that had been cancelled from within was done all over again.
  @Test("Cancellation is never tried again")
  func cancellation() {
    let asked = Counter()
    let run = Errand<Int>.failure(CancellationError()).retry(clock: clock, where: { _ in asked.enter() > 0 })
      .run()
    #expect(run.outcome?.label == "cancelled")
    #expect(asked.count == 0)
    #expect(clock.sleepers == 0)
  }

  @Test(
    "Each try is a run of its own, and progress is what exceeds the earlier ones'",
    .timeLimit(.minutes(1))
  )
  func progress() async throws {
    let log = TraceLog(of: "tried")
    let tries = tries
    let errand = Errand<Int>.fromCallback("tried") { callback in
      let number = tries.enter()
      for unit in 1...Int64(2 * number) { callback.report(completed: unit, total: 4) }
      if number == 1 { callback.fail(ManualError()) } else { callback.succeed(number) }
    }
    let listener = Style.delegate.listen(to: errand.retry(clock: clock), on: .immediate)
    try await passWaits(1)
    #expect(try await listener.outcome().label == "value 2")
    let reports = (1...4).map { "progress \($0)/4" }
    #expect(listener.labels == reports + ["value 2"])
    #expect(log.labels.filter { $0.hasPrefix("made for") }.count == 2)
  }

  @Test("An abandoned callback counts as a failure, and nothing stays alive", .timeLimit(.minutes(1)))
  func abandoned() async throws {
    try await withLiveObjects { live in
      let probe = live.object("captured")
      let errand = Errand<Int>.fromCallback { _ in withExtendedLifetime(probe) {} }
      let run = errand.retry(RetryPolicy(retries: 1), clock: clock).run()
      try await passWaits(1)
      await #expect(throws: AbandonedError.self) { try await run.value }
    }
  }

  // It was asked under the lock, and stood before that for ever.
  @Test("A generator may cancel the run that it draws for", .timeLimit(.minutes(1)))
  func cancellingGenerator() async throws {
    let run = Kept<Run<Int>>()
    let work = ManualWork<Int>()
    run.set(work.errand.retry(RetryPolicy(retries: 3, base: .zero), using: { Cancelling(run) }).run())
    let callback = try await work.callback()
    await onThread { callback.fail(ManualError()) }
    #expect(run.value?.outcome?.label == "cancelled")
    #expect(work.startCount == 1)
    run.set(nil)
  }

  private struct Cancelling: RandomNumberGenerator, Sendable {
    let run: Kept<Run<Int>>

    init(_ run: Kept<Run<Int>>) { self.run = run }

    func next() -> UInt64 {
      run.value?.cancel()
      return 7
    }
  }
}

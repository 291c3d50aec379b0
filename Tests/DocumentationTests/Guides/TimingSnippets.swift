import Errands
import ErrandsTesting
import Testing

@Suite("The snippets of “Timing”", .timeLimit(.minutes(1)))
struct TimingSnippets {
  private func hanging(_ request: HangingRequest) -> Errand<Chart> {
    .fromCallback { callback in
      let request = request.begin { chart, error in callback(chart, error) }
      callback.onCancel { request.stop() }
    }
  }

  @Test("The three operators of time")
  func operators() async throws {
    let chart = Errand { Chart() }

    let bounded = chart.timeout(after: .seconds(30))
    let later = chart.delay(for: .milliseconds(1))
    let stubborn = chart.retry(RetryPolicy(retries: 5, base: .milliseconds(100), cap: .seconds(5)))

    #expect(try await bounded.value() == Chart())
    #expect(try await later.value() == Chart())
    #expect(try await stubborn.value() == Chart())
  }

  @Test("A deadline over everything, or one for each try")
  func order() async throws {
    let tries = Events<Int>()
    let chart = Errand<Chart> {
      tries.record(1)
      throw Legacy.Refusal()
    }

    let overall = chart.retry().timeout(after: .seconds(30))
    let each = chart.timeout(after: .seconds(5)).retry(where: { error in error is TimeoutError })

    await #expect(throws: Legacy.Refusal()) { try await each.value() }
    #expect(tries.count == 1)
    overall.run().cancel()
  }

  @Test("Half a minute passes in no time")
  func virtualTime() async throws {
    let request = HangingRequest()
    let chart = hanging(request)

    let clock = VirtualClock()
    let run = chart.timeout(after: .seconds(30), clock: clock).run()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(30))
    await #expect(throws: TimeoutError()) { try await run.value }

    #expect(request.stopped.isOpen)
  }

  @Test("A retry, wait by wait")
  func waits() async throws {
    let tries = Events<Int>()
    let chart = Errand<Chart> {
      tries.record(tries.count + 1)
      throw Legacy.Refusal()
    }

    let clock = VirtualClock()
    let policy = RetryPolicy(retries: 2, base: .seconds(1), cap: .seconds(8))
    let run = chart.retry(policy, clock: clock).run()
    for number in 1...policy.retries {
      _ = try await tries.event(number)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: policy.bound(afterTry: number))
    }

    await #expect(throws: Legacy.Refusal()) { try await run.value }
    #expect(tries.all == [1, 2, 3])
  }
}

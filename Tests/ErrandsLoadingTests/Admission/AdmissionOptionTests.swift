import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("An admission with a rate", .timeLimit(.minutes(1)))
struct AdmissionRateTests {
  private let clock = VirtualClock()

  @Test("A load waits until there is a token, one after the other")
  func rate() async throws {
    let admission = Admission.with(clock: clock) {
      $0.rate = RateLimit(requests: 2, per: .seconds(1), burst: 2)
    }
    let runs = try (0..<4).map { _ in try admission.run() }
    #expect(runs.map(\.hasPlace) == [true, true, false, false])
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(499))
    #expect(clock.sleepers == 1 && runs[2].outcome == nil)
    clock.advance(by: .milliseconds(1))
    _ = try await runs[2].value
    #expect(runs[3].outcome == nil)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    _ = try await runs[3].value
    try await clock.sleepers(atMost: 0)
  }

  @Test("Ten thousand loads that wait for tokens of a hundred hosts have one timer")
  func oneTimer() async throws {
    let admission = Admission.with(clock: clock) {
      ($0.total, $0.rate) = (1_000, RateLimit(requests: 1, per: .seconds(1)))
    }
    let runs = try (0..<10_100).map { try admission.run("host\($0 % 100)") }
    #expect(admission.counts == .init(inFlight: 100, waiting: 10_000))
    try await clock.sleepers(atLeast: 1)
    #expect(clock.sleepers == 1)
    for run in runs.dropFirst(100) { run.cancel() }
    // The last one to leave takes the timer along.
    try await clock.sleepers(atMost: 0)
    #expect(admission.counts == .init(inFlight: 100))
  }

  @Test("A host without a token holds up no other, and the timer is for the one that is next")
  func hosts() async throws {
    let admission = Admission.with(clock: clock) {
      $0.hosts = [
        "slow": .init(rate: RateLimit(requests: 1, per: .seconds(60))),
        "fast": .init(rate: RateLimit(requests: 1, per: .seconds(1))),
      ]
    }
    let runs = try ["slow", "slow", "fast", "fast", "free", "free"].map { try admission.run($0) }
    #expect(runs.map(\.hasPlace) == [true, false, true, false, true, true])
    // The timer of the slow one is replaced by that of the fast one.
    try await clock.sleepers(atLeast: 1)
    try await clock.sleepers(atMost: 1)
    clock.advance(by: .seconds(1))
    _ = try await runs[3].value
    #expect(runs[1].outcome == nil)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(59))
    _ = try await runs[1].value
  }

  @Test("A token that has come is taken by the most urgent, and a place that is missing costs none")
  func order() async throws {
    let admission = Admission.with(clock: clock) {
      ($0.total, $0.rate) = (1, RateLimit(requests: 1, per: .seconds(1)))
    }
    let holder = try admission.run()
    let (first, urgent) = (try admission.run(), try admission.run(priority: .high))
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(5))
    try await clock.sleepers(atMost: 0)
    #expect(urgent.outcome == nil)
    holder.place?.release()
    #expect(urgent.hasPlace)
    urgent.place?.release()
    #expect(first.outcome == nil)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    _ = try await first.value
  }

  @Test("A load that waits for a token only keeps its admission alive")
  func lifetime() async throws {
    var admission: Admission? = Admission.with(clock: clock) {
      $0.rate = RateLimit(requests: 1, per: .seconds(1))
    }
    try admission?.run().place?.release()
    let run = try admission?.run()
    admission = nil
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    _ = try await run?.value
    #expect(admission == nil)
  }
}

@Suite("An admission with a circuit breaker", .timeLimit(.minutes(1)))
struct AdmissionBreakerTests {
  private let clock = VirtualClock()

  private func admission(_ change: (inout Admission.Limits) -> Void = { _ in }) -> Admission {
    .with(clock: clock) {
      $0.breaker = CircuitBreaker(failures: 2, cooldown: .seconds(10))
      change(&$0)
    }
  }

  /// Loads that fail, one after the other.
  private func fail(_ count: Int, of admission: Admission, _ host: String = "a") throws {
    for _ in 0..<count {
      let run = try admission.run(host)
      run.place?.failed()
      run.place?.release()
    }
  }

  @Test("After so many failures a host is refused with a sentence, and others are not")
  func opens() throws {
    let admission = admission()
    try fail(2, of: admission)
    clock.advance(by: .milliseconds(2_500))
    let refused = try admission.run()
    #expect(refused.refusal == .hostUnavailable(host: "https://a", retryAfter: .milliseconds(7_500)))
    #expect(
      refused.refusal?.localizedDescription
        == "https://a has failed too often in a row and is left alone; it will be tried again in 7.5 seconds."
    )
    #expect(try admission.run("b").hasPlace)
  }

  @Test("Those who wait for a host are refused with those who come")
  func waiters() throws {
    let admission = admission { $0.perHost = 2 }
    let holders = try (0..<2).map { _ in try admission.run() }
    let waiting = try (0..<3).map { _ in try admission.run() }
    let other = try admission.run("b")
    for holder in holders { holder.place?.failed() }
    #expect(
      waiting.map(\.refusal)
        == .init(repeating: .hostUnavailable(host: "https://a", retryAfter: .seconds(10)), count: 3)
    )
    #expect(admission.counts == .init(inFlight: 3))
    #expect(other.hasPlace)
  }

  @Test("When the cooldown has passed one load is let through, and the others go when it has succeeded")
  func trial() throws {
    let admission = admission()
    try fail(2, of: admission)
    clock.advance(by: .seconds(10))
    let runs = try (0..<3).map { _ in try admission.run() }
    #expect(runs.map(\.hasPlace) == [true, false, false])
    runs[0].place?.succeeded()
    #expect(runs.map(\.hasPlace) == [true, true, true])
    try fail(1, of: admission)
    #expect(try admission.run().hasPlace)
  }

  @Test("When it has failed the others are refused, for another cooldown")
  func failedTrial() throws {
    let admission = admission()
    try fail(2, of: admission)
    clock.advance(by: .seconds(10))
    let runs = try (0..<3).map { _ in try admission.run() }
    runs[0].place?.failed()
    #expect(runs.dropFirst().allSatisfy { $0.refusal != nil })
    #expect(try admission.run().refusal == .hostUnavailable(host: "https://a", retryAfter: .seconds(10)))
  }

  @Test("A trial that is let go of without a word is followed by another one")
  func silentTrial() throws {
    let admission = admission()
    try fail(2, of: admission)
    clock.advance(by: .seconds(10))
    var trial: Run? = try admission.run()
    let runs = try (0..<2).map { _ in try admission.run() }
    #expect(trial?.hasPlace == true)
    trial = nil
    #expect(runs.map(\.hasPlace) == [true, false])
    #expect(trial == nil)
  }

  @Test("A place reports once, and not when it has been given back")
  func once() throws {
    let admission = admission()
    let run = try admission.run()
    run.place?.failed()
    run.place?.failed()
    #expect(try admission.run().hasPlace)
    let late = try admission.run()
    late.place?.release()
    late.place?.failed()
    #expect(try admission.run().hasPlace)
    let two = try admission.run()
    two.place?.succeeded()
    two.place?.failed()
    try fail(1, of: admission)
    #expect(try admission.run().hasPlace)
  }

  @Test("Where a host has no breaker, reports have no effect")
  func none() throws {
    let admission = admission { $0.hosts = ["a": .init()] }
    try fail(20, of: admission)
    #expect(try admission.run().hasPlace)
    try fail(2, of: admission, "b")
    #expect(try admission.run("b").refusal != nil)
  }
}

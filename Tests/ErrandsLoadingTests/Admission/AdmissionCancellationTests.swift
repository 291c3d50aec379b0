import Errands
import ErrandsTesting
import Foundation
import Synchronization
import Testing

@testable import ErrandsLoading

@Suite("Loads that are cancelled around their places", .timeLimit(.minutes(1)))
struct AdmissionCancellationTests {
  @Test("Who is cancelled leaves the queue at once, and is passed over")
  func leaves() throws {
    let admission = Admission.with { $0.total = 1 }
    let holder = try admission.run()
    let (leaver, next) = (try admission.run(), try admission.run())
    leaver.cancel()
    #expect(throws: CancellationError.self) { try leaver.outcome?.get() }
    #expect(admission.counts == .init(inFlight: 1, waiting: 1))
    holder.place?.release()
    #expect(next.hasPlace)
  }

  @Test("Who is cancelled leaves nothing behind", arguments: [1, 8])
  func freed(total: Int) async throws {
    try await withLiveObjects { live in
      let admission = Admission.with { $0.total = total }
      let holders = try (0..<total).map { try admission.run("\($0)") }
      let object = live.object("what the load holds")
      let run = try admission.run().then(object)
      run.cancel()
      #expect(admission.counts.waiting == 0)
      withExtendedLifetime(holders) {}
    }
  }

  @Test("Where its scope has ended a load never asks for a place, and where it ends it gives up its wait")
  func scope() throws {
    let admission = Admission.with { $0.total = 1 }
    let (scope, place) = (Scope(), admission.place(for: try URL(fetching: "https://a/")))
    let (holder, waiting) = (place.run(), place.run(in: scope))
    scope.cancel()
    #expect(place.run(in: scope).outcome != nil)
    #expect(waiting.outcome != nil)
    #expect(admission.counts == .init(inFlight: 1))
    withExtendedLifetime(holder) {}
  }

  /// Places are given behind the lock. A load that is cancelled just there has left the queue already, so that its
  /// leaving finds nothing, and its place comes too late: it was lost, and with the last one the process stood still.
  ///
  /// On the main thread, as that gives all the places of a round by itself.
  @MainActor
  @Test("A load that is cancelled in the instant in which it is given its place hands it on")
  func instant() throws {
    let clock = VirtualClock()
    let admission = Admission.with(clock: clock) {
      ($0.total, $0.perHost) = (3, 2)
      $0.breaker = CircuitBreaker(failures: 1, cooldown: .seconds(1))
    }
    try admission.run().place?.failed()
    clock.advance(by: .seconds(1))
    // While the trial is under way three wait, of whom its success gives places to two at once.
    let trial = try admission.run()
    let runs = try (0..<3).map { _ in try admission.run() }
    trial.place?.release()
    #expect(runs.map(\.hasPlace) == [true, false, false])
    runs[1].whenSettled(on: .immediate) { _ in runs[2].cancel() }
    let last = try admission.run()
    runs[0].place?.succeeded()
    #expect(runs.map(\.hasPlace) == [true, true, false])
    #expect(last.outcome == nil)
    #expect(admission.counts == .init(inFlight: 2, waiting: 1))
    runs[0].place?.release()
    #expect(last.hasPlace)
  }

  @Test("Of a cancellation and a place that comes at the same time one counts, and no place is lost")
  func race() async throws {
    let rounds = Rounds(
      2_000,
      place: Admission.with { $0.total = 1 }.place(for: try URL(fetching: "https://a/"))
    )
    await ErrandsTesting.race(
      rounds: rounds.count,
      { _ in
        rounds.holder.letGo()
        rounds.endSide()
      },
      { _ in
        rounds.waiting.value?.cancel()
        rounds.endSide()
      }
    )
    #expect(rounds.served + rounds.cancelled == rounds.count)
    #expect(rounds.waiting.isEmpty)
  }

  @Test("Of loads from many threads never more are in flight than may, and all of them are served")
  func crowd() async throws {
    let admission = Admission.with { ($0.total, $0.perHost) = (5, 2) }
    let places = try (0..<4).map { admission.place(for: try URL(fetching: "https://host\($0)/")) }
    let tally = Tally()
    let loads: @Sendable (Int) -> Void = { thread in
      for number in 0..<1_000 {
        let run = places[(number + thread) % 4].run()
        run.whenSettled(on: .immediate) { outcome in
          guard let place = try? outcome.get() else { return }
          tally.enter()
          tally.leave()
          place.release()
        }
        if number % 7 == 0 { run.cancel() }
        if number % 5 == 0 { run.priority = .high }
      }
    }
    async let first: Void = onThread { loads(0) }
    async let second: Void = onThread { loads(1) }
    async let third: Void = onThread { loads(2) }
    _ = await (first, second, third)
    #expect(admission.counts == .init())
    #expect(tally.mostAtOnce <= 5)
    #expect(tally.entered > 2_000)
  }

  @Test("A load that does long work in its place holds up no other that gets one with it")
  func strangers() async throws {
    let clock = VirtualClock()
    let admission = Admission.with(clock: clock) { $0.rate = RateLimit(requests: 1, per: .seconds(1)) }
    let pair = BlockingPair()
    let holders = try ["a", "b"].map { try admission.run($0) }
    let runs = try ["a", "b"].map { try admission.run($0) }
    runs[0].whenSettled(on: .immediate) { _ in pair.first() }
    runs[1].whenSettled(on: .immediate) { _ in pair.second() }
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    _ = try await pair.heard.event(2)
    #expect(pair.heard.all == BlockingPair.apart)
    withExtendedLifetime(holders) {}
  }
}

/// Rounds in each of which a place is given back and the load that waits for it is cancelled, at the same time.
private final class Rounds: Sendable {
  let count: Int
  let holder = Kept<Run<AdmissionPlace>>()
  let waiting = Kept<Run<AdmissionPlace>>()
  private let place: Errand<AdmissionPlace>
  private let sides = Atomic<Int>(0)
  private let ends = Lock((served: 0, cancelled: 0))

  init(_ count: Int, place: Errand<AdmissionPlace>) {
    self.count = count
    self.place = place
    begin()
  }

  var served: Int { ends.withLock { $0.served } }
  var cancelled: Int { ends.withLock { $0.cancelled } }

  private func begin() {
    holder.set(place.run())
    waiting.set(place.run())
    #expect(holder.value?.hasPlace == true)
    #expect(waiting.value?.outcome == nil)
  }

  /// The last of the two prepares the next round: the place has to be free then, whoever came first.
  func endSide() {
    let number = sides.add(1, ordering: .acquiringAndReleasing).newValue
    guard number % 2 == 0 else { return }
    let hasPlace = waiting.value?.hasPlace == true
    ends.withLock { if hasPlace { $0.served += 1 } else { $0.cancelled += 1 } }
    waiting.letGo()
    if number < 2 * count { begin() }
  }
}

private final class Tally: Sendable {
  private let counts = Lock((inside: 0, most: 0, entered: 0))

  var mostAtOnce: Int { counts.withLock { $0.most } }
  var entered: Int { counts.withLock { $0.entered } }

  func enter() {
    counts.withLock {
      $0.inside += 1
      $0.entered += 1
      $0.most = max($0.most, $0.inside)
    }
  }

  func leave() { counts.withLock { $0.inside -= 1 } }
}

extension Run<AdmissionPlace> {
  /// Keeps an object until the run has settled.
  fileprivate func then(_ object: LiveObjects.Object) -> Self {
    whenSettled(on: .immediate) { _ in withExtendedLifetime(object) {} }
    return self
  }
}

import Dispatch
import Errands
import ErrandsPromises
import ErrandsTesting
import Synchronization
import Testing

@Suite("Dispatchers with a limit", .timeLimit(.minutes(1)))
struct LimitedDispatcherTests {
  /// Executes nothing by itself: a test calls the work that it has been handed.
  private final class Desk: Dispatcher {
    let works = Events<@Sendable () -> Void>()

    func dispatch(_ body: @escaping @Sendable () -> Void) { works.record(body) }
  }

  @Test("ConcurrencyLimitedDispatcher begins the next handler when one has ended, first come first served")
  func concurrency() async throws {
    let desk = Desk()
    let two = ConcurrencyLimitedDispatcher(limit: 2, queue: desk)
    let heard = Events<Int>()
    for number in 1...4 { two.dispatch { heard.record(number) } }
    #expect(desk.works.count == 2)
    desk.works.all[1]()
    #expect(heard.all == [2])
    for number in [3, 4, 1] { try await desk.works.event(number)() }
    #expect(desk.works.count == 4)
    #expect(heard.all == [2, 3, 4, 1])
  }

  @Test("ConcurrencyLimitedDispatcher never runs more handlers than its limit, and all of them")
  func manyThreads() async throws {
    let three = ConcurrencyLimitedDispatcher(limit: 3, queue: DispatchQueue.global())
    let running = Atomic(0)
    let most = Atomic(0)
    let ended = Events<Int>()
    for number in 0..<200 {
      three.dispatch {
        let now = running.add(1, ordering: .sequentiallyConsistent).newValue
        most.max(now, ordering: .relaxed)
        running.subtract(1, ordering: .sequentiallyConsistent)
        ended.record(number)
      }
    }
    _ = try await ended.event(200)
    #expect(Set(ended.all).count == 200)
    #expect(most.load(ordering: .relaxed) <= 3)
  }

  @Test("What waits in a ConcurrencyLimitedDispatcher is called even if that has been let go of")
  func concurrencyLetGo() async throws {
    let desk = Desk()
    let heard = Events<Int>()
    do {
      let one = ConcurrencyLimitedDispatcher(limit: 1, queue: desk)
      for number in 1...3 { one.dispatch { heard.record(number) } }
    }
    for number in 1...3 { try await desk.works.event(number)() }
    #expect(heard.all == [1, 2, 3])
  }

  @Test("A limit below 1 counts as 1")
  func limitBelowOne() {
    let desk = Desk()
    let none = ConcurrencyLimitedDispatcher(limit: 0, queue: desk)
    for _ in 1...2 { none.dispatch {} }
    #expect(desk.works.count == 1)
  }

  @Test("A promise goes on behind a handler that had to wait for its place")
  func promises() async throws {
    let two = ConcurrencyLimitedDispatcher(limit: 2)
    let promises = (1...20).map { number in Promise.value(number).map(on: two) { $0 * 2 } }
    var sum = 0
    for promise in promises { sum += try await promise.async() }
    #expect(sum == 420)
  }

  @Test("RateLimitedDispatcher lets a bucket go at once, and one more in each part of the interval")
  func rate() async throws {
    let clock = VirtualClock()
    let heard = Events<Int>()
    let polite = RateLimitedDispatcher(
      maxDispatches: 2,
      perInterval: 1,
      queue: CurrentThreadDispatcher(),
      clock: clock
    )
    for number in 1...5 { polite.dispatch { heard.record(number) } }
    #expect(heard.all == [1, 2])
    for number in 3...5 {
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .milliseconds(499))
      #expect(heard.count == number - 1)
      clock.advance(by: .milliseconds(1))
      _ = try await heard.event(number)
    }
    #expect(heard.all == [1, 2, 3, 4, 5])
    #expect(clock.sleepers == 0)
  }

  @Test("StrictRateLimitedDispatcher lets no more go than its number in any interval")
  func strictRate() async throws {
    let clock = VirtualClock()
    let heard = Events<Int>()
    let strict = StrictRateLimitedDispatcher(
      maxDispatches: 2,
      perInterval: 1,
      queue: CurrentThreadDispatcher(),
      clock: clock
    )
    strict.dispatch { heard.record(1) }
    clock.advance(by: .milliseconds(900))
    for number in 2...4 { strict.dispatch { heard.record(number) } }
    #expect(heard.all == [1, 2])
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(100))
    _ = try await heard.event(3)
    // A second after the second one, and not before.
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(899))
    #expect(heard.count == 3)
    clock.advance(by: .milliseconds(1))
    _ = try await heard.event(4)
    #expect(heard.all == [1, 2, 3, 4])
  }

  @Test("What waits for a rate is called even if the dispatcher has been let go of, and is freed then")
  func rateLetGo() async throws {
    try await leavingNothing { live in
      let clock = VirtualClock()
      let heard = Events<Int>()
      do {
        let strict = StrictRateLimitedDispatcher(
          maxDispatches: 1,
          perInterval: 60,
          queue: CurrentThreadDispatcher(),
          clock: clock
        )
        strict.dispatch {}
        let object = live.object("handler")
        strict.dispatch { withExtendedLifetime(object) { heard.record(1) } }
      }
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(60))
      #expect(try await heard.event(1) == 1)
    }
  }

  @Test("Handlers come through a rate on the ordinary clock, too")
  func ordinaryClock() async throws {
    let quick = RateLimitedDispatcher(maxDispatches: 10, perInterval: 0.001)
    let promises = (1...50).map { number in Promise.value(number).map(on: quick) { $0 } }
    var sum = 0
    for promise in promises { sum += try await promise.async() }
    #expect(sum == 1275)
  }
}

import ErrandsTesting
import Testing

@testable import Errands

// Each style had a guard of its own, and one of them had none: a dispatcher that called twice ran a promise's
// `ensure` twice.
@Suite("Work that is handed to somebody else's executor")
struct OnceGuardTests {
  private let heard = Events<String>()

  private func work() -> OnceGuard {
    OnceGuard(call: { heard.record("called") }, dropped: { heard.record("dropped") })
  }

  @Test("is done once, however often it is called")
  func twice() {
    do {
      let once = work()
      for _ in 1...3 { once() }
    }
    #expect(heard.all == ["called"])
  }

  @Test("is done once where two threads call it at the same moment", .timeLimit(.minutes(1)))
  func twoThreads() async {
    let works = (0..<100).map { _ in work() }
    await race(rounds: works.count) {
      works[$0]()
    } _: {
      works[$0]()
    }
    #expect(heard.count == works.count)
  }

  @Test("says so where it is thrown away")
  func dropped() {
    _ = work()
    #expect(heard.all == ["dropped"])
  }

  @Test("is let go of as soon as it has been done", .timeLimit(.minutes(1)))
  func letGo() async throws {
    try await withLiveObjects { live in
      let once = Self.holding(live.object("captured"))
      once()
      #expect(live.names.isEmpty)
    }
  }

  private static func holding(_ object: some AnyObject & Sendable) -> OnceGuard {
    OnceGuard(call: { withExtendedLifetime(object) {} }, dropped: {})
  }

  @Test("is done where the delivery says, or thrown away there")
  func delivered() {
    let works = Events<@Sendable () -> Void>()
    for delivery in [.collecting(in: works), .bin, .immediate] as [Delivery] {
      delivery.call {
        heard.record("called")
      } dropped: {
        heard.record("dropped")
      }
    }
    #expect(heard.all == ["dropped", "called"])
    for _ in 1...2 { works.all[0]() }
    #expect(heard.all == ["dropped", "called", "called"])
  }

  @Test("may call itself again from inside")
  func inside() {
    let kept = Kept<OnceGuard>()
    let once = OnceGuard(
      call: {
        heard.record("called")
        kept.value?()
      },
      dropped: {}
    )
    kept.set(once)
    once()
    #expect(heard.all == ["called"])
  }
}

import ErrandsTesting
import Testing

@testable import Errands

@Suite("The waits between tries")
struct RetryWaitTests {
  private static let policy = RetryPolicy(retries: 100, base: .milliseconds(250), cap: .seconds(3))

  @Test("Double from try to try, up to the cap and never beyond it")
  func bounds() {
    let bounds = [1, 2, 3, 4, 5, 6, 60, Int.max].map(Self.policy.bound(afterTry:))
    let milliseconds = [250, 500, 1_000, 2_000, 3_000, 3_000, 3_000, 3_000]
    #expect(bounds == milliseconds.map { .milliseconds($0) })
  }

  // Without the spread, all whom the same failure hit come back in the same moment.
  @Test("Are drawn from nothing up to the bound")
  func jitter() {
    var (low, high) = (Fixed(sixteenths: 1), Fixed(sixteenths: 15))
    let (short, long) = (
      Self.policy.wait(afterTry: 2, using: &low), Self.policy.wait(afterTry: 2, using: &high)
    )
    #expect(short > .milliseconds(31) && short < .milliseconds(32))
    #expect(long > .milliseconds(468) && long < .milliseconds(469))
  }

  @Test("Are as long as the other side asks, where it does")
  func retryAfter() {
    var generator = Fixed(sixteenths: 0)
    #expect(Self.policy.wait(afterTry: 1, retryAfter: .seconds(60), using: &generator) == .seconds(60))
  }

  @Test("Bounds double up to the cap, and stay there")
  func reached() {
    let policy = RetryPolicy(retries: 100, base: .milliseconds(100), cap: .seconds(1))
    let bounds = (1...6).map { policy.bound(afterTry: $0) }
    #expect(bounds == [100, 200, 400, 800, 1000, 1000].map { .milliseconds($0) })
    #expect(policy.bound(afterTry: 0) == .milliseconds(100))
    #expect(policy.bound(afterTry: .max) == .seconds(1))
  }

  @Test("The longest duration there is overflows nowhere")
  func longest() {
    var generator = Fixed(sixteenths: 15)
    let policy = RetryPolicy(base: Duration(attoseconds: .max), cap: Duration(attoseconds: .max))
    #expect(policy.wait(afterTry: 3, using: &generator) > .seconds(1_000_000_000))
  }

  @Test("A base above half of the longest duration there is doubles to the cap, and overflows nowhere")
  func aboveHalf() {
    let cap = Duration(attoseconds: .max)
    #expect(RetryPolicy(base: cap / 2 + .seconds(1), cap: cap).bound(afterTry: 2) == cap)
  }

  @Test("Waits lie anywhere between nothing and the bound", arguments: [1, 2, 3, 8])
  func fullJitter(_ number: Int) {
    var generator = Seeded(state: 42)
    let policy = RetryPolicy()
    let bound = policy.bound(afterTry: number)
    let waits = (0..<2_000).map { _ in policy.wait(afterTry: number, retryAfter: nil, using: &generator) }
    #expect(waits.allSatisfy { $0 >= .zero && $0 <= bound })
    // Full, not half: each tenth of the range is drawn about as often as the others.
    let tenths = Dictionary(grouping: waits) { min(9, Int($0 / bound * 10)) }.mapValues(\.count)
    #expect(tenths.count == 10)
    #expect(tenths.values.allSatisfy { (140...260).contains($0) })
  }

  @Test("The same seed draws the same waits")
  func deterministic() {
    var (one, other) = (Seeded(state: 7), Seeded(state: 7))
    for number in 1...5 {
      let wait = RetryPolicy().wait(afterTry: number, retryAfter: nil, using: &one)
      #expect(wait == RetryPolicy().wait(afterTry: number, retryAfter: nil, using: &other))
    }
  }

  @Test("A time that the server names is taken as it is")
  func named() {
    var generator = Seeded(state: 1)
    let wait = RetryPolicy().wait(afterTry: 1, retryAfter: .seconds(99), using: &generator)
    #expect(wait == .seconds(99))
  }

  private struct Fixed: RandomNumberGenerator {
    let sixteenths: UInt64

    func next() -> UInt64 { sixteenths << 60 }
  }
}

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

  private struct Fixed: RandomNumberGenerator {
    let sixteenths: UInt64

    func next() -> UInt64 { sixteenths << 60 }
  }
}

import Errands
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The waits between tries")
struct RetryPolicyTests {
  /// A generator whose numbers are the same in every run (SplitMix64, Steele and others, 2014).
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  @Test("Bounds double up to the cap, and stay there")
  func bounds() {
    let policy = RetryPolicy(retries: 100, base: .milliseconds(100), cap: .seconds(1))
    let bounds = (1...6).map { policy.bound(afterTry: $0) }
    #expect(bounds == [100, 200, 400, 800, 1000, 1000].map { .milliseconds($0) })
    #expect(policy.bound(afterTry: 0) == .milliseconds(100))
    #expect(policy.bound(afterTry: .max) == .seconds(1))
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

  @Test(
    "Retry-After is seconds or a date, and never negative",
    arguments: [
      ("120", Duration.seconds(120)), (" 3 ", .seconds(3)), ("0", .zero), ("-5", .zero),
      ("Sun, 06 Nov 1994 08:49:47 GMT", .seconds(10)), ("Sun, 06 Nov 1994 08:49:00 GMT", .zero),
      ("soon", nil), ("", nil), ("1.5", nil), ("99999999999999999999", nil),
    ] as [(String, Duration?)]
  )
  func retryAfter(_ text: String, _ wait: Duration?) {
    let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT
    #expect(HTTPFields([.init("retry-after", text)]).retryAfter(now: now) == wait)
  }

  /// The seconds come from the server: multiplied by a thousand they ended the process.
  @Test("A wait as long as a number can be is still a sentence")
  func endlessWait() throws {
    let wait = try #require(HTTPFields([.init("Retry-After", "\(Int.max)")]).retryAfter())
    #expect(wait.shortText == "\(Int.max) seconds")
  }

  @Test(
    "Durations read as a person would say them",
    arguments: [
      (Duration.milliseconds(300), "300 milliseconds"), (.seconds(1), "1 second"),
      (.seconds(30), "30 seconds"),
      (.milliseconds(1_500), "1.5 seconds"), (.zero, "0 milliseconds"),
    ]
  )
  func durations(_ duration: Duration, _ text: String) {
    #expect(duration.shortText == text)
  }
}

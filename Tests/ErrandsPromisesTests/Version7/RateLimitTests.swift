import ErrandsTesting
import Testing

@testable import ErrandsPromises

@Suite("Rate limits as values")
struct RateLimitTests {
  @Test("A token bucket is full in the beginning, and fills up by one token at a time")
  func bucket() {
    var bucket = TokenBucket(4, per: .seconds(1))
    for _ in 1...4 { #expect(bucket.take(at: .seconds(10)) == nil) }
    #expect(bucket.take(at: .seconds(10)) == .milliseconds(10_250))
    #expect(bucket.take(at: .milliseconds(10_249)) == .milliseconds(10_250))
    #expect(bucket.take(at: .milliseconds(10_250)) == nil)
    #expect(bucket.take(at: .milliseconds(10_250)) == .milliseconds(10_500))
  }

  @Test("A token bucket never holds more than its capacity, however long nobody came")
  func bucketRests() {
    var bucket = TokenBucket(2, per: .seconds(1))
    _ = bucket.take(at: .zero)
    for _ in 1...2 { #expect(bucket.take(at: .seconds(1_000_000)) == nil) }
    #expect(bucket.take(at: .seconds(1_000_000)) == .milliseconds(1_000_000_500))
  }

  @Test("A token bucket keeps its rate over a long time, parts of a drop included")
  func bucketAverage() {
    var bucket = TokenBucket(3, per: .seconds(1))
    var taken = 0
    for step in 0..<10_000 where bucket.take(at: .milliseconds(step)) == nil { taken += 1 }
    #expect((32...33).contains(taken))
  }

  @Test("A sliding window never lets more go than its limit in any interval")
  func window() {
    var window = SlidingWindow(3, per: .milliseconds(100))
    var taken: [Int] = []
    for step in 0..<1_000 where window.take(at: .milliseconds(step)) == nil { taken.append(step) }
    #expect(taken.count == 30)
    for (early, late) in zip(taken, taken.dropFirst(3)) { #expect(late - early >= 100) }
  }

  @Test("A sliding window says when the next place becomes free")
  func windowNext() {
    var window = SlidingWindow(2, per: .seconds(1))
    #expect(window.take(at: .milliseconds(100)) == nil)
    #expect(window.take(at: .milliseconds(300)) == nil)
    #expect(window.take(at: .milliseconds(400)) == .milliseconds(1_100))
    #expect(window.take(at: .milliseconds(1_100)) == nil)
    #expect(window.take(at: .milliseconds(1_100)) == .milliseconds(1_300))
  }

  @Test("A number below 1 counts as 1, and an interval of nothing limits nothing")
  func edges() {
    var window = SlidingWindow(0, per: .seconds(1))
    #expect(window.take(at: .zero) == nil)
    #expect(window.take(at: .zero) == .seconds(1))
    var bucket = TokenBucket(-1, per: .seconds(1))
    #expect(bucket.take(at: .zero) == nil)
    #expect(bucket.take(at: .zero) == .seconds(1))
    var free = TokenBucket(1, per: .zero)
    var freeWindow = SlidingWindow(1, per: .zero)
    for _ in 1...3 {
      #expect(free.take(at: .zero) == nil)
      #expect(freeWindow.take(at: .zero) == nil)
    }
  }

  @Test("Who comes while others wait stands behind them, and sends nobody to sleep again")
  func line() {
    let line = Line(SlidingWindow(1, per: .seconds(1)))
    #expect(line.enter(1, at: .zero) == "work 1")
    #expect(line.told { $0.handedOver(at: .zero) } == "nothing")
    #expect(line.enter(2, at: .zero) == "sleep until 1.0 seconds")
    #expect(line.enter(3, at: .milliseconds(500)) == "nothing")
    #expect(line.told { $0.wake(at: .seconds(1)) } == "work 2")
    #expect(line.told { $0.handedOver(at: .seconds(1)) } == "sleep until 2.0 seconds")
    #expect(line.told { $0.wake(at: .seconds(2)) } == "work 3")
    #expect(line.told { $0.handedOver(at: .seconds(2)) } == "nothing")
  }

  // All that was due was taken together, and what came while that was handed over went ahead of the rest of it.
  @Test("Who comes while another thread hands over what is due stands behind that", arguments: [true, false])
  func overtaking(isPrompt: Bool) {
    let line = Line(SlidingWindow(2, per: .seconds(1)), isPrompt: isPrompt)
    for number in 1...2 {
      #expect(line.enter(number, at: .zero) == "work \(number)")
      #expect(line.told { $0.handedOver(at: .zero) } == "nothing")
    }
    #expect(line.enter(3, at: .zero) == "sleep until 1.0 seconds")
    #expect(line.enter(4, at: .zero) == "nothing")
    #expect(line.told { $0.wake(at: .seconds(1)) } == "work 3")
    // Where handing over may take its time the one who comes does not wait for it, and hands over what is first.
    #expect(line.enter(5, at: .seconds(1)) == (isPrompt ? "nothing" : "work 4"))
    #expect(line.told { $0.handedOver(at: .seconds(1)) } == (isPrompt ? "work 4" : "sleep until 2.0 seconds"))
  }

  /// A limiter's state, whose work are numbers.
  private final class Line {
    private var state: RateLimiterState<SlidingWindow>
    private let called = Events<Int>()

    init(_ limit: SlidingWindow, isPrompt: Bool = true) {
      state = RateLimiterState(limit, isPrompt: isPrompt)
    }

    func enter(_ number: Int, at now: Duration) -> String {
      told { [called] in $0.enter({ called.record(number) }, at: now) }
    }

    func told(_ event: (inout RateLimiterState<SlidingWindow>) -> RateLimiterState<SlidingWindow>.Turn)
      -> String
    {
      switch event(&state) {
      case .work(let work):
        work()
        return "work \(called.all.last ?? 0)"
      case .sleep(let end): return "sleep until \(end)"
      case .nothing: return "nothing"
      }
    }
  }
}

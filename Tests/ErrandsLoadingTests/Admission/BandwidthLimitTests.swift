import Errands
import ErrandsTesting
import Testing

@testable import ErrandsLoading

@Suite("A limit of bytes per second", .timeLimit(.minutes(1)))
struct BandwidthLimitTests {
  @Test("A load waits as long as its chunk takes at the rate")
  func chunk() {
    var state = BandwidthState(bytesPerSecond: 1_000)
    #expect(state.take(500, at: .zero) == .milliseconds(500))
    #expect(state.take(100, at: .milliseconds(500)) == .milliseconds(100))
    #expect(state.take(0, at: .milliseconds(600)) == .zero)
  }

  @Test("Time in which nothing was read is not saved up")
  func pause() {
    var state = BandwidthState(bytesPerSecond: 1_000)
    _ = state.take(1_000, at: .zero)
    #expect(state.take(1_000, at: .seconds(60)) == .seconds(1))
  }

  @Test("Time that reading takes itself is part of the wait")
  func slow() {
    var state = BandwidthState(bytesPerSecond: 1_000)
    _ = state.take(1_000, at: .zero)
    // Woken late by 200 ms.
    #expect(state.take(1_000, at: .milliseconds(1_200)) == .seconds(1))
    #expect(state.take(1_000, at: .milliseconds(1_500)) == .milliseconds(1_700))
  }

  @Test("Those who share it wait for what the others have read, too")
  func shared() {
    var state = BandwidthState(bytesPerSecond: 1_000)
    #expect(state.take(1_000, at: .zero) == .seconds(1))
    #expect(state.take(500, at: .zero) == .milliseconds(1_500))
    #expect(state.take(0, at: .zero) == .milliseconds(1_500))
  }

  /// Reads for a minute, as fast as it is allowed to, and looks at each window of a second.
  @Test("In any second no more is read than the rate and a chunk for each load", arguments: [1, 2, 5], 0..<5)
  func windows(loads: Int, seed: UInt64) {
    var generator = Seeded(state: seed)
    let (rate, largest) = (10_000, 3_000)
    var state = BandwidthState(bytesPerSecond: rate)
    var next = [Duration](repeating: .zero, count: loads)
    var reads: [(time: Duration, count: Int)] = []
    while let now = next.min(), now < .seconds(60), let load = next.firstIndex(of: now) {
      let count = Int.random(in: 1...largest, using: &generator)
      reads.append((now, count))
      next[load] = now + state.take(count, at: now)
    }
    for start in reads.indices {
      let window = reads[start...].prefix { $0.time < reads[start].time + .seconds(1) }
      #expect(window.reduce(0) { $0 + $1.count } <= rate + loads * largest)
    }
    let total = reads.reduce(0) { $0 + $1.count }
    // No less either, or the limit would be a lower one.
    #expect(total >= 59 * rate && total <= 60 * rate + loads * largest)
  }

  @Test("No number is too large or too small to count with")
  func extremes() {
    var slow = BandwidthState(bytesPerSecond: -5)
    #expect(slow.take(2, at: .zero) == .seconds(2))
    var fast = BandwidthState(bytesPerSecond: .max)
    #expect(fast.take(1, at: .zero) < .milliseconds(1))
    #expect(slow.take(.max, at: .zero) > .seconds(1_000_000))
    var other = BandwidthState(bytesPerSecond: 1)
    #expect(other.take(-7, at: .seconds(5)) == .zero)
  }

  @Test("The limit measures with the clock that it is given")
  func clock() {
    let clock = VirtualClock()
    let limit = BandwidthLimit(bytesPerSecond: 100, clock: clock)
    #expect(limit.wait(after: 100) == .seconds(1))
    clock.advance(by: .milliseconds(400))
    #expect(limit.wait(after: 0) == .milliseconds(600))
    #expect(BandwidthLimit(bytesPerSecond: 0).bytesPerSecond == 1)
  }

  @Test("A pause ends when its time has come, and not before; without a wait, in the call")
  func pauseErrand() async throws {
    let clock = VirtualClock()
    let limit = BandwidthLimit(bytesPerSecond: 100, clock: clock)
    #expect(limit.pause(after: 0).run().outcome != nil)
    let pause = limit.pause(after: 200)
    // An errand is cold: it has not counted anything yet.
    #expect(limit.wait(after: 0) == .zero)
    let run = pause.run()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(1_999))
    #expect(clock.sleepers == 1 && run.outcome == nil)
    clock.advance(by: .milliseconds(1))
    try await run.value
  }

  @Test("A pause that is cancelled ends at once, and leaves no timer behind")
  func cancelledPause() async throws {
    let clock = VirtualClock()
    let limit = BandwidthLimit(bytesPerSecond: 1, clock: clock)
    let run = limit.pause(after: 60).run()
    try await clock.sleepers(atLeast: 1)
    run.cancel()
    #expect(throws: CancellationError.self) { try run.outcome?.get() }
    try await clock.sleepers(atMost: 0)
  }
}

import Errands
import ErrandsTesting
import Testing

@testable import ErrandsLoading

@Suite("What is added up of a load")
struct LoadMeterTests {
  @Test("is the time in each phase, over all tries, and the whole time")
  func durations() {
    var meter = LoadMeter()
    for (phase, second) in [
      (.place, 1), (.head, 3), (.body, 6), (nil, 7), (.pause, 10), (.head, 15), (.body, 21), (.storing, 28),
      (.decoding, 36),
    ] as [(LoadPhase?, Int)] {
      meter.enter(phase, at: .seconds(second))
    }
    let metrics = meter.metrics(at: .seconds(45))
    #expect(metrics.waitingForPlace == .seconds(2))
    #expect(metrics.waitingForHead == .seconds(3 + 6))
    #expect(metrics.receiving == .seconds(1 + 7))
    #expect(metrics.pausing == .seconds(5))
    #expect(metrics.storing == .seconds(8))
    #expect(metrics.decoding == .seconds(9))
    #expect(metrics.total == .seconds(45))
    #expect(meter.metrics(at: .seconds(46)).decoding == .seconds(10))
  }

  @Test("is what was counted, and the last that was said of where it comes from")
  func counts() {
    var meter = LoadMeter()
    #expect(meter.metrics(at: .zero).tier == nil)
    for count in [3, 4] {
      meter.tried()
      meter.received(count)
    }
    meter.redirected()
    meter.came(from: .disk)
    #expect(meter.metrics(at: .zero).tier == .disk)
    meter.answered(TransportTimings(isReused: false), by: nil)
    meter.answered(TransportTimings(isReused: true), by: nil)
    let metrics = meter.metrics(at: .zero)
    #expect((metrics.attempts, metrics.redirects, metrics.bytesReceived) == (2, 1, 7))
    #expect((metrics.tier, metrics.timings?.isReused, metrics.isShared) == (.server, true, false))
    meter.came(from: .validated)
    #expect(meter.metrics(at: .zero).tier == .validated)
  }
}

@Suite("What is measured of loads that share their work")
struct LoadRecorderTests {
  private let clock = VirtualClock()

  private func recorder() -> LoadRecorder { LoadRecorder(clock, for: Errand.success(1).run().id) }

  @Test("is the work's, and each one's own time")
  func shared() {
    let leader = recorder()
    leader.beginTry()
    leader.enter(.head)
    clock.advance(by: .seconds(2))
    let follower = recorder()
    follower.enter(.place)
    follower.follow(leader)
    clock.advance(by: .seconds(3))
    leader.note {
      $0.answered(TransportTimings(isReused: true), by: nil)
      $0.received(7)
    }
    follower.enter(.decoding)
    clock.advance(by: .seconds(1))
    let (first, second) = (leader.metrics(.succeeded), follower.metrics(.cancelled))
    #expect((first.total, first.waitingForHead, first.decoding) == (.seconds(6), .seconds(6), .zero))
    #expect((second.total, second.waitingForHead, second.decoding) == (.seconds(4), .seconds(6), .seconds(1)))
    #expect(second.waitingForPlace == .zero)
    #expect([first, second].allSatisfy { $0.attempts == 1 && $0.bytesReceived == 7 && $0.tier == .server })
    #expect([first, second].allSatisfy { $0.isShared && $0.timings?.isReused == true })
    #expect(first.run != nil && second.run != first.run)
    #expect((first.ending.outcome, second.ending.outcome) == ("succeeded", "cancelled"))
  }

  /// Of a load that joined another one's request, and left those who had joined it, nothing was told to these.
  @Test("is known to those for whom it goes on when one between them has left", arguments: [false, true])
  func leftBetween(_ isBefore: Bool) {
    let (worker, left, last) = (recorder(), recorder(), recorder())
    worker.beginTry()
    last.follow(left)
    if isBefore { left.follow(worker) }
    _ = left.metrics(.cancelled)
    if !isBefore { left.follow(worker) }
    #expect(last.metrics(.succeeded).attempts == 1)
  }

  /// Work that one leaves and the other takes up may be left by that one, too.
  @Test("is counted once where each shares work of the other, and nothing of it stays")
  func round() {
    weak var gone: LoadRecorder?
    do {
      let (one, other) = (recorder(), recorder())
      gone = one
      one.beginTry()
      other.beginTry()
      one.follow(one)
      #expect(!one.isShared)
      one.follow(other)
      one.follow(other)
      other.follow(one)
      #expect(one.metrics(.succeeded).attempts == 2)
      other.follow(one)
      #expect(other.metrics(.succeeded).attempts == 2)
      one.follow(other)
      other.follow(one)
    }
    #expect(gone == nil)
  }
}

extension LoadRecorder {
  fileprivate var isShared: Bool {
    var isShared = false
    note { isShared = $0.metrics(at: .zero).isShared }
    return isShared
  }
}

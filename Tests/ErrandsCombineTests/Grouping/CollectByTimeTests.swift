import Dispatch
import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("Values collected by time", .timeLimit(.minutes(1)))
struct CollectByTimeTests {
  private typealias Subject = Probe<[Int], Failure>

  private let scheduler = VirtualScheduler()
  private let source = Source<Int, Failure>()

  private func subscribe(
    _ strategy: Publishers.TimeGroupingStrategy<VirtualScheduler>,
    more: @escaping @Sendable ([Int]) -> Subscribers.Demand = { _ in .none }
  ) -> Subject {
    let probe = Subject(more: more)
    source.collect(strategy).subscribe(probe)
    return probe
  }

  private func send(_ values: Int...) {
    for value in values { source.send(value) }
  }

  @Test("A group is sent at the end of each interval, and none where nothing has come")
  func intervals() {
    let probe = subscribe(.byTime(scheduler, .seconds(2)))
    probe.requestAll()
    send(1, 2)
    scheduler.advance(by: 1_999)
    #expect(probe.events.all == ["subscribed"])
    scheduler.advance(by: 1)
    send(3)
    scheduler.advance(by: 8_000)
    send(4)
    scheduler.advance(by: 2_000)
    #expect(probe.events.all == ["subscribed", "[1, 2]", "[3]", "[4]"])
    probe.cancel()
  }

  @Test("The time runs from the first demand, and no timer is set before")
  func start() {
    let probe = subscribe(.byTime(scheduler, .seconds(2)))
    scheduler.advance(by: 1_000)
    #expect(scheduler.timerCount == 0)
    probe.request(1)
    probe.request(1)
    #expect(scheduler.timerCount == 1)
    send(1)
    scheduler.advance(by: 1_999)
    #expect(probe.events.count == 1)
    scheduler.advance(by: 1)
    #expect(probe.events.all.last == "[1]")
    probe.cancel()
  }

  @Test("What has been collected is sent before the end, on the scheduler")
  func finish() {
    let probe = subscribe(.byTime(scheduler, .seconds(2)))
    probe.requestAll()
    send(1, 2)
    scheduler.advance(by: 2_000)
    send(3)
    source.finish()
    #expect(probe.events.all == ["subscribed", "[1, 2]"])
    #expect(scheduler.timerCount == 0)
    scheduler.advance()
    #expect(probe.events.all == ["subscribed", "[1, 2]", "[3]", "finished"])
  }

  @Test("An error throws away what has been collected, but not a full group that is on its way")
  func fail() {
    let probe = subscribe(.byTimeOrCount(scheduler, .seconds(2), 2))
    probe.requestAll()
    send(1, 2, 3)
    source.finish(.failure(Failure()))
    #expect(probe.events.all == ["subscribed"])
    #expect(scheduler.timerCount == 0)
    scheduler.advance()
    #expect(probe.events.all == ["subscribed", "[1, 2]", "failed"])
  }

  @Test("A group is full, or its time has come, whichever is first")
  func counts() {
    let probe = subscribe(.byTimeOrCount(scheduler, .seconds(2), 2))
    probe.requestAll()
    send(1, 2, 3)
    scheduler.advance()
    #expect(probe.events.all == ["subscribed", "[1, 2]"])
    scheduler.advance(by: 2_000)
    send(4, 5, 6, 7, 8)
    scheduler.advance(by: 2_000)
    source.finish()
    scheduler.advance()
    #expect(
      probe.events.all == ["subscribed", "[1, 2]", "[3]", "[4, 5]", "[6, 7]", "[8]", "finished"]
    )
  }

  @Test("A publisher that is empty finishes without a demand and without a timer")
  func empty() {
    let probe = Probe<[Int], Never>()
    Empty<Int, Never>().collect(.byTime(scheduler, .seconds(1))).subscribe(probe)
    probe.requestAll()
    scheduler.advance()
    #expect(probe.events.all == ["subscribed", "finished"])
    #expect(scheduler.timerCount == 0)
  }

  @Test("By time everything is asked for, once; by count as much as is in the groups that are wanted")
  func upstreamDemand() {
    let seen = Events<String>()
    let watched = source.handleEvents(receiveRequest: { seen.record("\($0)") })
    let timed = Subject()
    watched.collect(.byTime(scheduler, .seconds(1))).subscribe(timed)
    timed.request(1)
    timed.request(2)
    #expect(seen.all == ["unlimited"])
    let counted = Subject { $0.contains(2) ? .max(3) : .none }
    watched.collect(.byTimeOrCount(scheduler, .seconds(1), 2)).subscribe(counted)
    counted.request(2)
    #expect(seen.all == ["unlimited", "max(4)"])
    send(1, 2)
    scheduler.advance()
    #expect(seen.all == ["unlimited", "max(4)", "max(6)"])
    counted.requestAll()
    #expect(seen.all.last == "unlimited")
    timed.cancel()
    counted.cancel()
  }

  @Test("No more groups come than were asked for, none is lost, and those that wait come on the scheduler")
  func demand() {
    let probe = subscribe(.byTime(scheduler, .seconds(1)))
    probe.request(1)
    for value in 1...3 {
      send(value)
      scheduler.advance(by: 1_000)
    }
    #expect(probe.events.all == ["subscribed", "[1]"])
    probe.request(1)
    #expect(probe.events.all == ["subscribed", "[1]"])
    scheduler.advance()
    #expect(probe.events.all == ["subscribed", "[1]", "[2]"])
    send(4)
    source.finish()
    scheduler.advance()
    #expect(probe.events.all == ["subscribed", "[1]", "[2]"])
    probe.requestAll()
    scheduler.advance()
    #expect(probe.events.all == ["subscribed", "[1]", "[2]", "[3]", "[4]", "finished"])
  }

  @Test("What is asked for with a group counts")
  func demandWithin() {
    let probe = Probe<[Int], Never> { $0 == [3] ? .none : .max(1) }
    (1...9).publisher.collect(.byTimeOrCount(scheduler, .seconds(1), 1)).subscribe(probe)
    probe.request(1)
    scheduler.advance()
    #expect(probe.events.all == ["subscribed", "[1]", "[2]", "[3]"])
    probe.cancel()
  }

  @Test(
    "Cancelling stops the timer and the publisher, and frees what was collected",
    arguments: [true, false]
  )
  func cancel(isOnItsWay: Bool) async throws {
    try await withLiveObjects { live in
      let seen = Events<String>()
      let objects = Source<LiveObjects.Object, Never>()
      let probe = Probe<[LiveObjects.Object], Never>()
      objects.handleEvents(receiveCancel: { seen.record("cancelled") })
        .collect(.byTimeOrCount(scheduler, .seconds(1), isOnItsWay ? 2 : 9)).subscribe(probe)
      probe.requestAll()
      for name in ["a", "b"] { objects.send(live.object(name)) }
      #expect(live.count == 2)
      probe.cancel()
      #expect(live.count == 0)
      #expect(seen.all == ["cancelled"])
      #expect(scheduler.timerCount == 0)
      objects.send(live.object("late"))
      scheduler.advance(by: 5_000)
      #expect(probe.events.all == ["subscribed"])
    }
  }

  @Test("A subscriber may cancel within a group, and is told nothing more")
  func cancelWithin() {
    let kept = Kept<SafeCancellable>()
    let seen = Events<[Int]>()
    let groups = source.replaceError(with: 0).collect(.byTimeOrCount(scheduler, .seconds(1), 1))
    kept.set(
      SafeCancellable(
        groups.sink {
          seen.record($0)
          kept.take()?.cancel()
        }
      )
    )
    send(1, 2)
    source.finish()
    scheduler.advance(by: 2_000)
    #expect(seen.all == [[1]])
    #expect(scheduler.timerCount == 0)
  }

  @Test("A subscriber may send within a group: the value is in the next one")
  func sendWithin() {
    let probe = subscribe(.byTime(scheduler, .seconds(1))) { [source] group in
      if group == [1] { source.send(2) }
      return .none
    }
    probe.requestAll()
    send(1)
    scheduler.advance(by: 1_000)
    #expect(probe.events.all == ["subscribed", "[1]"])
    scheduler.advance(by: 1_000)
    #expect(probe.events.all == ["subscribed", "[1]", "[2]"])
    probe.cancel()
  }

  @Test("A timer that is set while its subscription is cancelled is cancelled")
  func lateTimer() {
    let timers = Events<String>()
    let probe = Subject()
    let hasty = HastyScheduler(timers) { probe.cancel() }
    source.collect(.byTime(hasty, 1)).subscribe(probe)
    probe.requestAll()
    #expect(timers.all == ["set", "cancelled"])
  }

  @Test("A scheduler that does its work twice delivers each group and the end once")
  func twice() {
    let scheduler = VirtualScheduler(.twice)
    let probe = Probe<[Int], Never>()
    (1...5).publisher.collect(.byTimeOrCount(scheduler, .seconds(1), 2)).subscribe(probe)
    probe.requestAll()
    scheduler.advance()
    #expect(probe.events.all == ["subscribed", "[1, 2]", "[3, 4]", "[5]", "finished"])
  }

  @Test(
    "A scheduler that throws work away loses no value, and the errand behind it says that it was abandoned"
  )
  func never() async {
    let scheduler = VirtualScheduler(.never)
    let probe = Subject()
    source.collect(.byTimeOrCount(scheduler, .seconds(1), 2)).subscribe(probe)
    probe.requestAll()
    send(1, 2, 3)
    scheduler.advance(by: 1_000)
    #expect(probe.events.all == ["subscribed", "[1, 2]", "[3]"])
    probe.cancel()
    await #expect(throws: AbandonedError.self) {
      try await Errand.collectingPublisher { [1, 2].publisher.collect(.byTime(scheduler, .seconds(1))) }
        .value()
    }
    #expect(scheduler.timerCount == 0)
  }

  @Test("On a queue: all values come in order, in groups that are no larger than they may be")
  func queue() async throws {
    let queue = DispatchQueue(label: "groups")
    let groups = try await Errand.collectingPublisher {
      (0..<Sizes.values).publisher.collect(.byTimeOrCount(queue.ocombine, .milliseconds(1), 64))
    }.value()
    #expect(groups.flatMap { $0 } == Array(0..<Sizes.values))
    #expect(groups.allSatisfy { (1...64).contains($0.count) })
  }

  @Test("Values and the timer from two threads at once: none is lost, and they keep their order")
  func races() async {
    let seen = Events<Int>()
    let ended = Gate()
    let subscription = source.collect(.byTimeOrCount(scheduler, 1, 3)).sink(
      receiveCompletion: { @Sendable _ in ended.open() },
      receiveValue: { @Sendable group in for value in group { seen.record(value) } }
    )
    await race(rounds: Sizes.rounds) { round in
      source.send(round)
    } _: { _ in
      scheduler.advance(by: 1)
    }
    source.finish()
    scheduler.advance()
    #expect(ended.isOpen)
    #expect(seen.all == Array(0..<Sizes.rounds))
    withExtendedLifetime(subscription) {}
  }
}

/// A scheduler that does what a test says while it sets a timer.
private struct HastyScheduler: Scheduler {
  let timers: Events<String>
  let meanwhile: () -> Void

  init(_ timers: Events<String>, _ meanwhile: @escaping () -> Void) {
    (self.timers, self.meanwhile) = (timers, meanwhile)
  }

  var now: VirtualScheduler.SchedulerTimeType { VirtualScheduler.SchedulerTimeType(offset: 0) }
  var minimumTolerance: Milliseconds { 0 }

  func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  func schedule(
    after date: VirtualScheduler.SchedulerTimeType,
    tolerance: Milliseconds,
    options: Never?,
    _ action: @escaping () -> Void
  ) { action() }

  func schedule(
    after date: VirtualScheduler.SchedulerTimeType,
    interval: Milliseconds,
    tolerance: Milliseconds,
    options: Never?,
    _ action: @escaping () -> Void
  ) -> any CombineCancellable {
    timers.record("set")
    meanwhile()
    return AnyCancellable { [timers] in timers.record("cancelled") }
  }
}

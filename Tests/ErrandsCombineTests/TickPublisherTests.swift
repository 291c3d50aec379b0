import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("Ticks", .timeLimit(.minutes(1)))
struct TickPublisherTests {
  private typealias Tick = VirtualClock.Instant

  private func offsets(_ seconds: Int...) -> [String] {
    ["subscribed"] + seconds.map { "\(Tick(offset: .seconds($0)))" }
  }

  @Test("They come at whole numbers of intervals after the start, and do not drift")
  func schedule() async throws {
    let clock = VirtualClock()
    let probe = Probe<Tick, Never>()
    TickPublisher(every: .seconds(2), clock: clock).subscribe(probe)
    probe.requestAll()
    for number in 1...3 {
      try await clock.sleepers(atLeast: 1)
      clock.advance(to: Tick(offset: .seconds(2 * number)))
      _ = try await probe.events.event(number + 1)
    }
    #expect(probe.events.all == offsets(2, 4, 6))
    probe.cancel()
  }

  @Test("Nothing ticks before somebody asks, nor after the last one has cancelled")
  func quiet() async throws {
    let clock = VirtualClock()
    let probe = Probe<Tick, Never>()
    TickPublisher(every: .seconds(1), clock: clock).subscribe(probe)
    #expect(clock.sleepers == 0)
    clock.advance(by: .seconds(5))
    probe.request(1)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    _ = try await probe.events.event(2)
    try await clock.sleepers(atLeast: 1)
    probe.cancel()
    try await clock.sleepers(atMost: 0)
    #expect(probe.events.all == offsets(6))
  }

  @Test("Each subscriber has a demand of its own, and who does not ask gets no backlog")
  func demand() async throws {
    let clock = VirtualClock()
    let publisher = TickPublisher(every: .seconds(1), clock: clock)
    let (greedy, modest) = (Probe<Tick, Never>(), Probe<Tick, Never>())
    publisher.subscribe(greedy)
    publisher.subscribe(modest)
    greedy.requestAll()
    modest.request(1)
    for number in 1...3 {
      try await clock.sleepers(atLeast: 2)
      clock.advance(by: .seconds(1))
      _ = try await greedy.events.event(number + 1)
    }
    try await clock.sleepers(atLeast: 2)
    #expect(modest.events.all == offsets(1))
    modest.request(1)
    #expect(modest.events.all == offsets(1))
    clock.advance(by: .seconds(1))
    _ = try await modest.events.event(3)
    #expect(modest.events.all == offsets(1, 4))
    greedy.cancel()
    modest.cancel()
  }

  @Test("Ticks whose time has passed are left out, and the next one is on time again")
  func late() async throws {
    let clock = VirtualClock()
    let probe = Probe<Tick, Never>()
    TickPublisher(every: .seconds(1), clock: clock).subscribe(probe)
    probe.requestAll()
    try await clock.sleepers(atLeast: 1)
    clock.advance(to: Tick(offset: .milliseconds(4500)))
    _ = try await probe.events.event(2)
    try await clock.sleepers(atLeast: 1)
    clock.advance(to: Tick(offset: .seconds(5)))
    _ = try await probe.events.event(3)
    #expect(probe.events.all == offsets(1, 5))
    probe.cancel()
  }

  @Test("They tick under an asynchronous main, where Foundation's timer never fires")
  func continuous() async throws {
    let seen = Events<Int>()
    let ticking = TickPublisher(every: .milliseconds(1)).sink { @Sendable _ in seen.record(1) }
    _ = try await seen.event(3)
    ticking.cancel()
  }

  // A time that the clock cannot count ended the process.
  @Test(
    "An interval without an end does not tick",
    arguments: [Duration.seconds(Int64.max), .seconds(1 << 40)]
  )
  func endless(_ interval: Duration) {
    func check(_ clock: some Clock<Duration>) {
      let ticking = TickPublisher(every: interval, clock: clock).sink { @Sendable _ in }
      ticking.cancel()
    }
    check(SuspendingClock())
    check(ContinuousClock())
    check(VirtualClock())
  }

  @Test("A subscriber may cancel within a tick, and then goes away")
  func cancelWithin() async throws {
    try await withLiveObjects { live in
      let cancelled = Gate()
      let kept = Kept<SafeCancellable>()
      let subscribed = Gate()
      kept.set(
        SafeCancellable(
          TickPublisher(every: .milliseconds(1)).sink { @Sendable [object = live.object("sink")] _ in
            guard subscribed.isOpen else { return }
            withExtendedLifetime(object) { kept.take()?.cancel() }
            cancelled.open()
          }
        )
      )
      subscribed.open()
      try await cancelled.wait()
    }
  }

  @Test("Cancelling races with ticking, and leaves no timer behind")
  func races() async throws {
    try await withLiveObjects { live in
      for _ in 0..<Sizes.rounds / 10 {
        let ticking = TickPublisher(every: .microseconds(10)).sink {
          @Sendable [object = live.object("sink")] _ in
          _ = object
        }
        await Task.yield()
        ticking.cancel()
      }
    }
  }
}

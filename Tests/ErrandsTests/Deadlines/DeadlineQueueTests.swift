import ErrandsTesting
import Testing

@testable import Errands

/// A server with 10,000 loads a second and a deadline of 30 seconds held 300,000 timers: a sleeping task that is
/// cancelled leaves its timer behind until the time has come.
@Suite("A queue of deadlines")
struct DeadlineQueueTests {
  private let clock = VirtualClock()

  @Test("calls each action once, when its time has come, in the order of time", .timeLimit(.minutes(1)))
  func order() async throws {
    let queue = DeadlineQueue(clock: clock)
    let fired = Events<Int>()
    for seconds in [3, 1, 2] {
      _ = queue.add(at: clock.now.advanced(by: .seconds(seconds))) { fired.record(seconds) }
    }
    // One sleeper for three seconds, and an earlier one for the first, which goes on to the second.
    try await clock.sleepers(atLeast: 2)
    clock.advance(by: .seconds(1))
    _ = try await fired.event(1)
    try await clock.sleepers(atLeast: 2)
    clock.advance(by: .seconds(2))
    _ = try await fired.event(3)
    #expect(fired.all == [1, 2, 3])
    #expect(queue.count == 0)
  }

  @Test("sends one sleeper for any number of deadlines that come later", .timeLimit(.minutes(1)))
  func oneSleeper() async throws {
    let queue = DeadlineQueue(clock: clock)
    for number in 0..<1_000 { _ = queue.add(at: clock.now.advanced(by: .seconds(30 + number))) {} }
    try await clock.sleepers(atLeast: 1)
    #expect(clock.sleepers == 1)
    #expect(queue.count == 1_000)
  }

  @Test("forgets what is taken away, with all that it captured", .timeLimit(.minutes(1)))
  func remove() async throws {
    let live = LiveObjects()
    let queue = DeadlineQueue(clock: clock)
    let fired = Events<String>()
    let number = add("removed", to: queue, live: live, fired: fired)
    _ = queue.add(at: clock.now.advanced(by: .seconds(1))) { fired.record("kept") }
    queue.remove(number)
    queue.remove(number)
    try await live.allGone()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    _ = try await fired.event(1)
    #expect(fired.all == ["kept"])
  }

  private func add(
    _ name: String,
    to queue: DeadlineQueue<VirtualClock>,
    live: LiveObjects,
    fired: Events<String>
  ) -> UInt64 {
    let object = live.object(name)
    return queue.add(at: clock.now.advanced(by: .seconds(1))) {
      withExtendedLifetime(object) { fired.record(name) }
    }
  }

  @Test("goes on after it was empty", .timeLimit(.minutes(1)))
  func again() async throws {
    let queue = DeadlineQueue(clock: clock)
    let fired = Events<Int>()
    for round in 1...3 {
      _ = queue.add(at: clock.now.advanced(by: .seconds(1))) { fired.record(round) }
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(1))
      _ = try await fired.event(round)
    }
    #expect(fired.all == [1, 2, 3])
  }
}

@Suite("The deadlines of many runs")
struct DeadlineQueueStateTests {
  private typealias State = DeadlineQueueState<Int>

  @Test("do not grow with those that were taken away")
  func compact() {
    var state = State()
    for number in 0..<10_000 {
      let added = state.add(number, {})
      _ = state.remove(added.number)
    }
    #expect(state.count == 0)
    #expect(state.waitingEntries <= 65)
  }

  @Test("send a sleeper only where none wakes early enough")
  func arming() {
    var state = State()
    #expect(state.add(10, {}).sleepUntil == 10)
    #expect(state.add(20, {}).sleepUntil == nil)
    #expect(state.add(5, {}).sleepUntil == 5)
    #expect(state.wake(at: 5, sentUntil: 5).sleepUntil == nil, "the one sent until 10 is asleep already")
    #expect(state.wake(at: 10, sentUntil: 10).sleepUntil == 20)
    #expect(state.wake(at: 20, sentUntil: 20).sleepUntil == nil)
  }

  /// Long and short deadlines in turns once left one more sleeper behind with each turn, for ever.
  @Test("keep no more sleepers than there are lengths of time")
  func sleepers() {
    var state = State()
    #expect(state.add(30, {}).sleepUntil == 30)
    for now in 0..<29 {
      #expect(state.add(now + 1, {}).sleepUntil == now + 1)
      #expect(state.wake(at: now + 1, sentUntil: now + 1).sleepUntil == nil)
    }
    #expect(state.wake(at: 30, sentUntil: 30).sleepUntil == nil)
    #expect(state.count == 0)
  }

  @Test("come out of the heap sorted, whatever the order they went in")
  func heap() {
    for _ in 0..<100 {
      var heap = DeadlineHeap<Int>()
      let instants = (0..<50).map { _ in Int.random(in: 0..<20) }
      for (number, instant) in instants.enumerated() {
        heap.add(.init(instant: instant, number: UInt64(number)))
      }
      heap.keep { $0 % 3 != 0 }
      var taken: [DeadlineHeap<Int>.Entry] = []
      while let first = heap.first {
        taken.append(first)
        heap.removeFirst()
      }
      let wanted = instants.enumerated().filter { $0.offset % 3 != 0 }
        .sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
      #expect(taken.map(\.instant) == wanted.map(\.element))
      #expect(taken.map(\.number) == wanted.map { UInt64($0.offset) })
    }
  }
}

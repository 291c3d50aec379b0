import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

/// A server with 10,000 loads a second and a deadline of 30 seconds held 300,000 timers: a sleeping task that
/// is cancelled leaves its timer behind until the time has come.
@Suite("A queue of deadlines")
struct DeadlineQueueTests {
  private let queue = DeadlineQueue.continuous
  private let fired = Events<Int>()

  private func add(_ number: Int, after limit: Duration) -> SlotIndex {
    queue.add(at: .now + limit) { fired.record(number) }
  }

  @Test("calls each action once, when its time has come, in the order of time", .timeLimit(.minutes(1)))
  func order() async throws {
    let begin = ContinuousClock.now
    for number in [30, 10, 20, 5, 15] { _ = add(number, after: .milliseconds(10 * number)) }
    _ = try await fired.event(5)
    #expect(fired.all == [5, 10, 15, 20, 30])
    #expect(begin.duration(to: .now) >= .milliseconds(300))
  }

  @Test("calls at once what is late already", .timeLimit(.minutes(1)))
  func late() async throws {
    for number in 1...3 { _ = add(number, after: .seconds(-number)) }
    _ = try await fired.event(3)
  }

  @Test("forgets what is taken away, with all that it captured", .timeLimit(.minutes(1)))
  func remove() async throws {
    try await withLiveObjects { live in
      let number = queue.add(at: .now + .seconds(3_600)) { [object = live.object("removed")] in
        withExtendedLifetime(object) { fired.record(0) }
      }
      queue.remove(number)
      queue.remove(number)
    }
    _ = add(1, after: .milliseconds(1))
    #expect(try await fired.event(1) == 1)
  }

  // Only the queue forgot it: the clock's way of taking a deadline away was never looked at, and every load that
  // was done in time would have stayed until its limit had passed.
  @Test("forgets what a clock's deadline calls as soon as that is cancelled")
  func cancelled() {
    let live = LiveObjects()
    let deadline = ContinuousClock().call(after: .seconds(3_600)) { [object = live.object("captured")] in
      withExtendedLifetime(object) { fired.record(0) }
    }
    #expect(live.count == 1)
    deadline.cancel()
    #expect(live.count == 0)
    deadline.cancel()
  }

  // Freed under the lock, what an action had captured could not take its own deadline away.
  @Test("lets go of what is taken away outside of its lock", .timeLimit(.minutes(1)))
  func freedOutside() {
    let own = add(0, after: .seconds(3_600))
    let number = queue.add(at: .now + .seconds(3_600)) { [ending = Ending { queue.remove(own) }] in
      withExtendedLifetime(ending) {}
    }
    queue.remove(number)
    #expect(fired.all == [])
  }

  private final class Ending: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
  }

  // One hook that waited for a deadline stopped every deadline of the process for ever.
  @Test("runs nobody's code: actions that wait for later deadlines see them come", .timeLimit(.minutes(1)))
  func blocking() async throws {
    let arrived = DispatchSemaphore(value: 0)
    for number in 0..<50 {
      _ = queue.add(at: .now) {
        arrived.wait()
        fired.record(number)
      }
    }
    for number in 0..<50 {
      _ = queue.add(at: .now + .milliseconds(5 + number)) { arrived.signal() }
    }
    _ = try await fired.event(50)
  }

  @Test("goes on after it was empty", .timeLimit(.minutes(1)))
  func again() async throws {
    for round in 1...3 {
      _ = add(round, after: .milliseconds(2))
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
      let added = state.add(number, .init {})
      _ = state.remove(added.place)
    }
    #expect(state.count == 0)
    #expect(state.waitingEntries <= 65)
  }

  // Places are given anew: by its number alone, a deadline that has passed would have taken away the next one.
  @Test("are not taken away by the place of one that has gone")
  func reused() {
    var state = State()
    let first = state.add(1, .init {})
    _ = state.remove(first.place)
    _ = state.add(2, .init {})
    let removed = state.remove(first.place)
    #expect(removed == nil && state.count == 1)
    let (due, _) = state.wake(at: 2)
    #expect(due.count == 1)
  }

  @Test("wake the thread only where it would sleep too long")
  func waking() {
    var state = State()
    #expect(state.add(10, .init {}).isFirst)
    #expect(!state.add(20, .init {}).isFirst)
    #expect(!state.add(10, .init {}).isFirst)
    #expect(state.add(5, .init {}).isFirst)
    let first = state.wake(at: 5)
    #expect(first.due.count == 1 && first.sleepUntil == 10)
    #expect(!state.add(11, .init {}).isFirst)
    #expect(state.add(9, .init {}).isFirst)
    let rest = state.wake(at: 20)
    #expect(rest.due.count == 5 && rest.sleepUntil == nil)
    #expect(state.add(99, .init {}).isFirst, "the thread sleeps for nobody")
  }

  @Test("that were taken away let the thread sleep on for those behind them")
  func skipped() {
    var state = State()
    let removed = state.add(1, .init {})
    _ = state.add(2, .init {})
    _ = state.remove(removed.place)
    for now in 0...1 {
      let (due, sleepUntil) = state.wake(at: now)
      #expect(due.isEmpty && sleepUntil == 2)
    }
  }

  @Test("come out of the heap sorted, whatever the order they went in")
  func heap() {
    for _ in 0..<100 {
      var heap = DeadlineHeap<Int>()
      let instants = (0..<50).map { _ in Int.random(in: 0..<20) }
      for (number, instant) in instants.enumerated() {
        heap.add(.init(instant: instant, place: SlotIndex(slot: number, number: UInt64(number))))
      }
      heap.keep { $0.slot % 3 != 0 }
      var taken: [DeadlineHeap<Int>.Entry] = []
      while let first = heap.first {
        taken.append(first)
        heap.removeFirst()
      }
      let wanted = instants.enumerated().filter { $0.offset % 3 != 0 }
        .sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
      #expect(taken.map(\.instant) == wanted.map(\.element))
      #expect(taken.map(\.place.slot) == wanted.map(\.offset))
    }
  }
}

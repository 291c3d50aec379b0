import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

@Suite("Waiting for a group")
struct GroupWaitTests {
  @Test("A blocking wait ends when the last member settles", .timeLimit(.minutes(1)))
  func blocking() async throws {
    let group = Group<Int>()
    let callback = group.enter()
    let heard = Events<String>()
    await race(rounds: 1) { _ in
      heard.record(group.wait().label)
    } _: { _ in
      callback.succeed(1)
    }
    #expect(heard.all == ["completed value 1"])
  }

  @Test(
    "A blocking wait says so when its limit passes, and leaves the work as it is",
    .timeLimit(.minutes(1))
  )
  func blockingLimit() async throws {
    let group = Group<Int>()
    let work = ManualWork<Int>()
    group.add(.fromCallback { $0.succeed(1) })
    group.add(work.errand)
    let heard = Events<String>()
    await onThread {
      heard.record(group.wait(timeout: .milliseconds(1)).label)
      heard.record(group.wait(timeout: .zero).label)
      heard.record(group.wait(timeout: .seconds(-1)).label)
    }
    #expect(heard.all == Array(repeating: "timed out 1 of 2", count: 3))
    #expect(work.cancellations.count == 0)
    #expect(group.state.withLock { $0.waiterCount } == 0)
    try await work.callback().succeed(2)
    await onThread { heard.record(group.wait(timeout: .zero).label) }
    #expect(heard.all.last == "completed value 1, value 2")
  }

  @Test("A limit that nobody lives to see is no limit", .timeLimit(.minutes(1)))
  func longLimit() async {
    let heard = Events<String>()
    let group = Group<Int>()
    let callback = group.enter()
    await race(rounds: 1) { _ in
      heard.record(group.wait(timeout: .seconds(Int64.max)).label)
    } _: { _ in
      callback.succeed(1)
    }
    #expect(heard.all == ["completed value 1"])
    #expect(DispatchTime.after(.seconds(6_000_000_000)) == .distantFuture)
    #expect(DispatchTime.after(.seconds(5_000_000_000)) > .now())
  }

  /// The group once waited in the line of its member's handlers: one that belonged on the blocked queue, a
  /// report of progress say, held up the group, and the group the queue, for ever.
  @Test(
    "A member's handler that belongs on the blocked queue does not hold up the wait",
    .timeLimit(.minutes(1))
  )
  func blockedQueue() async throws {
    let queue = DispatchQueue(label: "blocked")
    let group = Group<Int>()
    let work = ManualWork<Int>()
    let heard = Events<String>()
    let run = group.add(work.errand)
    run.onProgress(on: .queue(queue)) { heard.record("progress \($0.label)") }
    group.notify(on: .queue(queue)) { _ in heard.record("notified") }
    let callback = try await work.callback()
    let isBlocked = Gate()
    queue.async {
      isBlocked.open()
      heard.record(group.wait().label)
    }
    try await isBlocked.wait()
    callback.report(completed: 1, total: 2)
    callback.succeed(1)
    #expect(try await heard.event(1) == "completed value 1")
    // The report, which had not begun, is nothing new any more.
    #expect(try await heard.event(2) == "notified")
    #expect(heard.count == 2)
  }

  @Test("Awaiting gives every outcome; an empty group's at once", .timeLimit(.minutes(1)))
  func awaiting() async throws {
    let group = Group<Int>()
    #expect(try await group.outcomes().isEmpty)
    let callback = group.enter()
    async let outcomes = group.outcomes()
    callback.fail(ManualError())
    #expect(try await outcomes.map(\.label) == ["failed"])
  }

  @Test("Cancelling a waiting task ends the wait, and leaves the work", .timeLimit(.minutes(1)))
  func cancelledWait() async throws {
    let group = Group<Int>()
    let work = ManualWork<Int>()
    group.add(work.errand)
    let clock = VirtualClock()
    let unlimited = Task { try await group.outcomes() }
    let limited = Task { try await group.outcomes(within: .seconds(9), clock: clock) }
    try await clock.sleepers(atLeast: 1)
    unlimited.cancel()
    limited.cancel()
    await #expect(throws: CancellationError.self) { try await unlimited.value }
    await #expect(throws: CancellationError.self) { try await limited.value }
    #expect(work.cancellations.count == 0)
    #expect(group.state.withLock { $0.waiterCount } == 0)
    try await work.callback().succeed(1)
    #expect(try await group.outcomes().map(\.label) == ["value 1"])
  }

  @Test("Awaiting says so when its limit passes, and leaves the work as it is", .timeLimit(.minutes(1)))
  func awaitingLimit() async throws {
    let group = Group<Int>()
    let work = ManualWork<Int>()
    group.add(.fromCallback { $0.succeed(1) })
    group.add(work.errand)
    let clock = VirtualClock()
    let wait = Task { try await group.outcomes(within: .seconds(9), clock: clock) }
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(9))
    #expect(try await wait.value.label == "timed out 1 of 2")
    #expect(work.cancellations.count == 0)
    #expect(group.pendingCount == 1)
    #expect(group.state.withLock { $0.waiterCount } == 0)
    try await work.callback().succeed(2)
    #expect(try await group.outcomes(within: .seconds(600)).label == "completed value 1, value 2")
  }

  @Test("The group's own clock is the continuous one", .timeLimit(.minutes(1)))
  func continuousClock() async throws {
    let group = Group<Int>()
    let callback = group.enter()
    #expect(try await group.outcomes(within: .milliseconds(1)).label == "timed out 0 of 1")
    callback.succeed(1)
  }
}

extension GroupWait {
  fileprivate var label: String {
    switch self {
    case .completed(let outcomes): "completed \(outcomes.map(\.label).joined(separator: ", "))"
    case .timedOut(let settled, let count): "timed out \(settled) of \(count)"
    }
  }
}

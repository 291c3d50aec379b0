import ErrandsTesting
import Testing

@testable import Errands

// Two hundred thousand cancelled waits for a run that went on kept 50 MB, and as many dependents of one work that were
// cancelled 37: the handlers of those who had gone stayed until its end.
@Suite("Who gives up a wait leaves nothing behind")
struct GivenUpTests {
  private static let count = Sizes.chain / 2
  private let live = LiveObjects()

  /// Many tasks, a few at a time, each of which begins to wait and is cancelled before or while it does.
  private func giveUp(_ wait: @escaping @Sendable () async -> Void) async throws {
    for _ in 0..<Self.count / 100 {
      let tasks = (0..<100).map { _ in
        Task { [probe = live.object("waits")] in
          await wait()
          withExtendedLifetime(probe) {}
        }
      }
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
    }
    try await live.allGone()
  }

  @Test("A wait for a run's value", .timeLimit(.minutes(2)))
  func value() async throws {
    let run = Errand<Int>.endless().run()
    try await giveUp { _ = try? await run.value }
    #expect(run.settlement.lock.withLock { _ in !run.settlement.state.handlers.isWaitedFor })
    #expect(run.settlement.lock.withLock { _ in run.settlement.state.handlers.count } == 0)
    #expect(run.isRunning)
    run.cancel()
  }

  @Test("A wait for a group", .timeLimit(.minutes(2)))
  func group() async throws {
    let group = Group<Int>()
    let member = group.add(.endless())
    try await giveUp { _ = try? await group.outcomes() }
    #expect(group.state.withLock { $0.waiterCount } == 0)
    #expect(group.pendingCount == 1)
    member.cancel()
  }

  @Test("A wait for a group within a limit", .timeLimit(.minutes(2)))
  func groupWithin() async throws {
    let group = Group<Int>()
    let member = group.add(.endless())
    let before = DeadlineQueue.continuous.count
    try await giveUp { _ = try? await group.outcomes(within: .seconds(3_600)) }
    #expect(group.state.withLock { $0.waiterCount } == 0)
    // Others may have deadlines of their own meanwhile, and have not a hundred thousand.
    #expect(DeadlineQueue.continuous.count - before < 1_000)
    member.cancel()
  }

  @Test("Work that waits for a run, and is cancelled", .timeLimit(.minutes(2)))
  func dependents() async throws {
    let (queue, run) = (WorkQueue(limit: 1), Errand<Int>.endless().run())
    let other = queue.add(Errand<Int>.endless())
    for _ in 0..<Self.count {
      let probe = live.object("captured")
      queue.add(Errand { withExtendedLifetime(probe) { 1 } }, after: [run, other]).cancel()
    }
    try await live.allGone()
    for settlement in [run.settlement, other.run.settlement] {
      #expect(settlement.lock.withLock { _ in !settlement.state.handlers.isWaitedFor })
      // Its queue's own, which gives its place back.
      #expect(settlement.lock.withLock { _ in settlement.state.handlers.count } <= 1)
    }
    #expect(queue.waitingCount == 0)
    #expect(queue.count == 1)
    run.cancel()
    other.cancel()
  }

  @Test("Shared work that others leave", .timeLimit(.minutes(2)))
  func sharers() async throws {
    let work = ManualWork<Int>()
    let shared = work.errand.shared()
    let first = shared.run()
    for _ in 0..<Self.count {
      let probe = live.object("captured")
      shared.map { value in withExtendedLifetime(probe) { value } }.run().cancel()
    }
    try await live.allGone()
    #expect(work.cancellations.count == 0)
    try await work.callback().succeed(7)
    #expect(first.outcome?.label == "value 7")
  }

  @Test("Loops over events that are left", .timeLimit(.minutes(2)))
  func events() async throws {
    let work = ManualWork<Int>()
    let shared = work.errand.shared()
    let first = shared.run()
    try await giveUp { for await _ in shared.events() {} }
    #expect(work.cancellations.count == 0)
    first.cancel()
    #expect(work.cancellations.count == 1)
  }
}

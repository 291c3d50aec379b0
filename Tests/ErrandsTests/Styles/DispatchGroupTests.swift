import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

/// Whether a group is empty is asked by a wait of no length; and one `leave()` too many ends the process, so
/// that every test of this suite watches for that.
@Suite("Style: dispatch groups")
struct DispatchGroupTests {
  @Test(
    "Out: the group is entered before the work starts, and left after the completion",
    .timeLimit(.minutes(1))
  )
  func leavesAfterCompletion() async throws {
    let (group, work, heard) = (DispatchGroup(), ManualWork<Int>(), Events<String>())
    work.errand.run(entering: group, on: .immediate) { outcome in
      heard.record("\(outcome.label), \(group.isEmpty ? "left" : "inside")")
    }
    group.notify(queue: .global()) { @Sendable in heard.record("notified") }
    #expect(!group.isEmpty)
    try await work.callback().succeed(7)
    #expect(try await heard.event(2) == "notified")
    #expect(heard.all == ["value 7, inside", "notified"])
  }

  @Test("Out: the group says so after every completion", .timeLimit(.minutes(1)))
  func all() async throws {
    let (group, heard) = (DispatchGroup(), Events<Int>())
    let works = (0..<9).map { ManualWork<Int>("work \($0)") }
    for work in works {
      work.errand.run(entering: group, on: .concurrent) { (try? $0.get()).map(heard.record) }
    }
    for (number, work) in works.enumerated() { try await work.callback().succeed(number) }
    try await Errand.waiting(for: group).value()
    #expect(heard.all.sorted() == Array(0..<9))
  }

  /// An early return, a cancelled request or a queue that was thrown away left the group one `leave()` short,
  /// and the screen with its spinner.
  @Test("Out: a run that is cancelled or abandoned, and a completion that is thrown away, leave too")
  func leavesAlways() async throws {
    let group = DispatchGroup()
    let work = ManualWork<Int>()
    work.errand.run(entering: group, on: .immediate) { _ in }.cancel()
    #expect(group.isEmpty)
    work.errand.run(entering: group, on: .immediate) { _ in }
    #expect(!group.isEmpty)
    work.letGo()
    #expect(group.isEmpty)
    work.errand.run(entering: group, on: .bin) { _ in Issue.record("called, though thrown away") }
    #expect(!group.isEmpty)
    try await work.callback().succeed(1)
    #expect(group.isEmpty)
    let scope = Scope()
    scope.cancel()
    work.errand.run(entering: group, in: scope, on: .immediate) { _ in }
    #expect(group.isEmpty)
  }

  // The place in the group went with the list of handlers, when the last of them had returned.
  @Test(
    "Out: a completion that never will be called leaves before the next handler",
    arguments: [false, true]
  )
  func leavesBeforeOthers(hadOwner: Bool) async throws {
    let (group, work, isLeft) = (DispatchGroup(), ManualWork<Int>(), Events<Bool>())
    let run =
      hadOwner
      ? work.errand.run(for: Gate(), entering: group, on: .immediate) { _, _ in }
      : work.errand.run(entering: group, on: .bin) { _ in }
    run.whenSettled(on: .immediate) { _ in isLeft.record(group.isEmpty) }
    try await work.callback().succeed(1)
    #expect(isLeft.all == [true])
  }

  @Test("Out: an owner that is gone is not called, and the group is left all the same")
  func ownerGone() async throws {
    try await withLiveObjects { live in
      let (group, work, heard) = (DispatchGroup(), ManualWork<Int>(), Events<String>())
      var owner: LiveObjects.Object? = live.object("owner")
      if let owner {
        work.errand.run(for: owner, entering: group, on: .immediate) { _, outcome in
          heard.record(outcome.label)
        }
      }
      withExtendedLifetime(owner) {}
      owner = nil
      #expect(live.names == [:])
      #expect(!group.isEmpty)
      try await work.callback().succeed(1)
      #expect(heard.count == 0)
      #expect(group.isEmpty)
    }
  }

  @Test("Out: on the main actor by default, bound to an owner or not, or without a completion")
  func mainActor() async throws {
    let live = LiveObjects()
    let owner = live.object("owner")
    let (group, heard) = (DispatchGroup(), Events<String>())
    let seven = Errand<Int>.fromCallback { $0.succeed(7) }
    seven.run(entering: group) { outcome in
      MainActor.assertIsolated()
      heard.record(outcome.label)
    }
    seven.run(for: owner, entering: group) { owner, outcome in
      MainActor.assertIsolated()
      heard.record("\(owner.name) \(outcome.label)")
    }
    try await Errand.waiting(for: group).value()
    #expect(Set(heard.all) == ["value 7", "owner value 7"])
    seven.run(entering: group)
    #expect(group.isEmpty)
  }

  @Test("Out: cancel and settle on two threads leave once", .timeLimit(.minutes(1)))
  func leavesOnce() async {
    let groups = (0..<Sizes.raceRounds).map { _ in DispatchGroup() }
    let callbacks = Lock<[Callback<Int>]>([])
    let errand = Errand<Int>.fromCallback { callback in callbacks.withLock { $0.append(callback) } }
    let runs = groups.map { errand.run(entering: $0, on: .immediate) { _ in } }
    let held = callbacks.withLock { $0 }
    await ErrandsTesting.race(rounds: groups.count) { round in
      runs[round].cancel()
    } _: { round in
      held[round].succeed(1)
    }
    #expect(groups.allSatisfy { $0.isEmpty })
  }

  @Test("In: an empty group succeeds, another when it is left", .timeLimit(.minutes(1)))
  func waiting() async throws {
    let group = DispatchGroup()
    try await Errand.waiting(for: group).value()
    group.enter()
    let run = Errand.waiting(for: group).run()
    #expect(run.outcome == nil)
    group.leave()
    try await run.value
  }

  @Test("In: the group says so on the queue that was named", .timeLimit(.minutes(1)))
  func waitingOnQueue() async throws {
    let queue = DispatchQueue(label: "named")
    let isHeldUp = DispatchSemaphore(value: 0)
    queue.async { isHeldUp.wait() }
    let run = Errand.waiting(for: DispatchGroup(), on: queue).run()
    #expect(run.outcome == nil)
    isHeldUp.signal()
    try await run.value
  }

  @Test("In: cancelling ends the wait at once, and leaves the group alone", .timeLimit(.minutes(1)))
  func cancelledWait() async throws {
    let (group, work) = (DispatchGroup(), ManualWork<Int>())
    let member = work.errand.run(entering: group, on: .immediate) { _ in }
    let run = Errand.waiting(for: group).run()
    run.cancel()
    #expect(run.outcome?.label == "cancelled")
    #expect(member.outcome == nil)
    #expect(!group.isEmpty)
    try await work.callback().succeed(1)
    try await Errand.waiting(for: group).value()
  }

  @Test("In: from the main actor, where a block that is not Sendable trapped", .timeLimit(.minutes(1)))
  @MainActor
  func waitingFromMainActor() async throws {
    let group = DispatchGroup()
    group.enter()
    let run = Errand.waiting(for: group).run()
    DispatchQueue.global().async { group.leave() }
    try await run.value
  }

  @Test("A blocking wait with a limit says so when it passes", .timeLimit(.minutes(1)))
  func blockingLimit() async {
    let group = DispatchGroup()
    group.enter()
    let heard = Events<DispatchTimeoutResult>()
    await onThread {
      heard.record(group.wait(timeout: Duration.milliseconds(1)))
      group.leave()
      heard.record(group.wait(timeout: .seconds(60)))
    }
    #expect(heard.all == [.timedOut, .success])
  }
}

extension DispatchGroup {
  fileprivate var isEmpty: Bool { wait(timeout: DispatchTime.now()) == .success }
}

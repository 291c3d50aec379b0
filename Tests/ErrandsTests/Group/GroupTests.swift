import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

@Suite("Law 5: all means all")
struct GroupTests {
  @Test("A group completes after the last member, never before, with every outcome in the order of entering")
  func order() {
    let group = Group<Int>()
    let heard = Events<[String]>()
    let callbacks = (0..<3).map { _ in group.enter() }
    group.notify(on: .immediate) { outcomes in heard.record(outcomes.map(\.label)) }
    callbacks[2].succeed(2)
    callbacks[0].fail(ManualError())
    #expect(heard.count == 0)
    #expect(group.memberCount == 3)
    #expect(group.pendingCount == 1)
    callbacks[1].succeed(1)
    #expect(heard.all == [["failed", "value 1", "value 2"]])
    #expect(group.pendingCount == 0)
  }

  @Test("A run is a member, and its outcome is the identical one", .timeLimit(.minutes(1)))
  func identicalError() async throws {
    let live = LiveObjects()
    let error = ProbeError(live)
    let work = ManualWork<Int>()
    let group = Group<Int>()
    let run = group.add(work.errand)
    #expect(group.pendingCount == 1)
    try await work.callback().fail(error)
    let outcomes = try await group.outcomes()
    #expect(outcomes.first?.error as? ProbeError === error)
    #expect(run.outcome?.error as? ProbeError === error)
  }

  @Test("Members that settle at once are members like others", .timeLimit(.minutes(1)))
  func atOnce() async throws {
    let group = Group<Int>()
    for number in 0..<3 { group.add(.fromCallback { $0.succeed(number) }) }
    #expect(group.pendingCount == 0)
    #expect(try await group.outcomes().map(\.label) == ["value 0", "value 1", "value 2"])
  }

  @Test("A member that enters while others are in flight is waited for too")
  func laterMember() {
    let group = Group<Int>()
    let heard = Events<Int>()
    let first = group.enter()
    group.notify(on: .immediate) { heard.record($0.count) }
    let second = group.enter()
    first.succeed(1)
    #expect(heard.count == 0)
    second.succeed(2)
    #expect(heard.all == [2])
  }

  @Test("A group may be used again; outcomes add up, and a handler is called once")
  func again() {
    let group = Group<Int>()
    let heard = Events<[String]>()
    let first = group.enter()
    group.notify(on: .immediate) { heard.record(["first"] + $0.map(\.label)) }
    first.succeed(1)
    let second = group.enter()
    group.notify(on: .immediate) { heard.record(["second"] + $0.map(\.label)) }
    second.succeed(2)
    #expect(heard.all == [["first", "value 1"], ["second", "value 1", "value 2"]])
  }

  @Test("A handler may enter the next member")
  func entersInHandler() {
    let group = Group<Int>()
    let heard = Events<Int>()
    let first = group.enter()
    group.notify(on: .immediate) { outcomes in
      let next = group.enter()
      group.notify(on: .immediate) { heard.record($0.count) }
      heard.record(outcomes.count)
      next.succeed(2)
    }
    first.succeed(1)
    #expect(heard.all == [1, 2])
  }

  @Test(
    "Cancelling reaches every member in flight, and leaves settled ones as they are",
    .timeLimit(.minutes(1))
  )
  func cancels() async throws {
    let (one, other) = (ManualWork<Int>(), ManualWork<Int>())
    let group = Group<Int>()
    group.add(.fromCallback { $0.succeed(7) })
    group.add(one.errand)
    group.add(other.errand)
    let byHand = group.enter()
    let stopped = Events<Int>()
    byHand.onCancel { stopped.record(1) }
    group.cancel()
    group.cancel()
    #expect(group.isCancelled)
    #expect(one.cancellations.count == 1)
    #expect(other.cancellations.count == 1)
    #expect(stopped.count == 1)
    let labels = try await group.outcomes().map(\.label)
    #expect(labels == ["value 7", "cancelled", "cancelled", "cancelled"])
  }

  @Test("A cancelled group's later members settle as cancelled, and their work never starts")
  func cancelledGroup() {
    let work = ManualWork<Int>()
    let scope = Scope()
    let group = Group<Int>()
    group.cancel()
    #expect(group.add(work.errand, in: scope).outcome?.label == "cancelled")
    #expect(work.startCount == 0)
    #expect(scope.runCount == 0)
    let stopped = Events<Int>()
    let byHand = group.enter()
    byHand.onCancel { stopped.record(1) }
    #expect(!byHand.succeed(1))
    #expect(stopped.count == 1)
    #expect(group.memberCount == 2)
    #expect(group.pendingCount == 0)
  }

  @Test("A member's work may cancel its own group")
  func cancelledFromInside() {
    let group = Group<Int>()
    let stopped = Events<Int>()
    let run = group.add(
      .fromCallback { callback in
        callback.onCancel { stopped.record(1) }
        group.cancel()
      }
    )
    #expect(run.outcome?.label == "cancelled")
    #expect(stopped.count == 1)
    #expect(group.pendingCount == 0)
  }

  @Test("The end of a scope settles its members as cancelled, and the group completes")
  func scopeEnds() {
    let (work, scope, group) = (ManualWork<Int>(), Scope(), Group<Int>())
    let heard = Events<[String]>()
    group.add(work.errand, in: scope)
    let other = group.enter()
    group.notify(on: .immediate) { heard.record($0.map(\.label)) }
    scope.cancel()
    #expect(!group.isCancelled)
    other.succeed(1)
    #expect(heard.all == [["cancelled", "value 1"]])
  }

  @Test("Progress counts members settled of members entered")
  func progress() {
    let group = Group<Int>()
    #expect(group.progress == RunProgress(completed: 0, total: 0))
    let callbacks = (0..<2).map { _ in group.enter() }
    callbacks[1].succeed(1)
    #expect(group.progress == RunProgress(completed: 1, total: 2))
    callbacks[0].fail(ManualError())
    #expect(group.progress == RunProgress(completed: 2, total: 2))
  }

  @Test("A group is called by its name, or by its source line")
  func name() {
    let line: UInt = #line + 1
    #expect(Group<Int>().name == "\(#fileID):\(line)")
    #expect(Group<Int>("covers").name == "covers")
  }
}

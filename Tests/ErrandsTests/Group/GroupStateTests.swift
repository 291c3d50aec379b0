import Testing

@testable import Errands

@Suite("The state of a group, as a value")
struct GroupStateTests {
  @Test("Places are given in order, and outcomes move over when nobody is in flight")
  func places() {
    var members = GroupMembers<Int>()
    let places = (0..<3).map { _ in members.enter() }
    #expect(places == [0, 1, 2])
    _ = members.settle(.success(2), at: 2)
    _ = members.settle(.success(0), at: 0)
    #expect(members.outcomes.isEmpty)
    #expect(members.pendingCount == 1)
    _ = members.settle(.failure(ManualError()), at: 1)
    #expect(members.outcomes.map(\.label) == ["value 0", "failed", "value 2"])
    let fourth = members.enter()
    #expect(fourth == 3)
    _ = members.settle(.success(3), at: 3)
    #expect(members.outcomes.map(\.label) == ["value 0", "failed", "value 2", "value 3"])
    #expect(members.firstFailure is ManualError)
  }

  @Test("A member that settled before it could begin is not in flight")
  func settledBeforeBeginning() {
    var members = GroupMembers<Int>()
    let run = Run<Int>(name: "member", registry: nil)
    let (first, second) = (members.enter(), members.enter())
    _ = members.settle(.success(1), at: first)
    members.begin(run, at: first)
    #expect(members.inFlight.isEmpty)
    members.begin(run, at: second)
    #expect(members.inFlight.count == 1)
    _ = members.settle(.success(2), at: second)
    members.begin(run, at: second)
    #expect(members.inFlight.isEmpty)
  }

  @Test("A settled member hands back what it was, for the lock's holder to free outside")
  func handsBack() {
    var members = GroupMembers<Int>()
    let place = members.enter()
    members.begin(Run<Int>(name: "member", registry: nil), at: place)
    guard case .inFlight = members.settle(.success(1), at: place) else {
      Issue.record("the run was freed under the lock")
      return
    }
  }

  @Test("Cancelling names those in flight, once; later ones must not begin")
  func cancel() {
    var state = GroupState<Int>()
    let place = state.enter().place
    let run = Run<Int>(name: "member", registry: nil)
    let (begins, cancelled, cancelledAgain) = (state.begin(run, at: place), state.cancel(), state.cancel())
    #expect(begins)
    #expect(cancelled.count == 1)
    #expect(cancelledAgain.isEmpty)
    let later = state.enter().place
    let laterBegins = state.begin(run, at: later)
    #expect(!laterBegins)
    #expect(state.isCancelled)
  }

  @Test("Waiters are answered at once, or by the last member, in the order in which they came")
  func waiters() {
    var state = GroupState<Int>()
    guard case .completed(let none) = state.wait({ _ in }, following: nil) else {
      Issue.record("an empty group made somebody wait")
      return
    }
    #expect(none.isEmpty)
    let places = [state.enter().place, state.enter().place]
    let told = Lock<[Int]>([])
    for number in 0..<9 {
      // Those who also follow the members do more than to wake somebody, and are told behind the others.
      let waiter: GroupState<Int>.Waiter = { _ in told.withLock { $0.append(number) } }
      if number.isMultiple(of: 2) {
        _ = state.wait(waiter, following: {})
      } else {
        _ = state.wait(waiter, following: nil)
      }
    }
    let (waiter, follower) = state.stopWaiting(5)
    #expect(waiter != nil && follower != nil)
    #expect(state.waiterCount == 8)
    let first = state.settle(.success(1), at: places[0])
    #expect(first.waiters.isEmpty && first.outcomes.isEmpty && first.followers.count == 4)
    let last = state.settle(.success(2), at: places[1])
    for waiter in last.waiters { waiter(last.outcomes) }
    for listener in last.listeners { listener.hear(last.outcomes) }
    #expect(told.withLock { $0 } == [1, 3, 5, 7, 0, 2, 6, 8])
    #expect(last.outcomes.count == 2)
    #expect(state.waiterCount == 0)
    let next = state.enter()
    #expect(next.followers.isEmpty)
  }

  /// Each of a thousand who waited walked through all members, under the lock.
  @Test("The members are raised again by those alone who lend them more than others do")
  func lending() {
    var state = GroupState<Int>()
    let run = Run<Int>(name: "member", registry: nil)
    let place = state.enter().place
    _ = state.begin(run, at: place)
    for _ in 1...3 { _ = state.wait({ _ in }, following: nil) }
    let raised = [(WorkPriority.normal, 1), (.normal, 2), (.low, 3), (.high, 2), (.high, 1)]
      .map { priority, number in state.lend(priority, by: number).count }
    #expect(raised == [1, 0, 0, 1, 0])
    _ = state.stopWaiting(1)
    _ = state.stopWaiting(2)
    #expect(state.lentPriority == .low)
    let again = state.lend(.normal, by: 3).count
    #expect(again == 1)
  }

  @Test("An announcement serves until the next member enters an empty group")
  func announcements() {
    var state = GroupState<Int>()
    let candidates = (0..<3).map { Run<[Result<Int, any Error>]>(name: "\($0)", registry: nil) }
    let first = state.announce(candidates[0])
    #expect(first.announcement === candidates[0])
    #expect(first.settleWith?.isEmpty == true)
    let again = state.announce(candidates[1])
    #expect(again.announcement === candidates[0])
    #expect(again.settleWith == nil)
    let entered = [state.enter(), state.enter()]
    #expect(entered[0].over === candidates[0])
    let second = state.announce(candidates[1])
    #expect(second.announcement === candidates[1])
    #expect(second.settleWith == nil)
    _ = state.settle(.success(1), at: entered[0].place)
    let last = state.settle(.success(2), at: entered[1].place)
    guard case .announcing(let announced)? = last.listeners.first else {
      Issue.record("nobody is told that the group has ended")
      return
    }
    #expect(announced === candidates[1])
    let late = state.announce(candidates[2])
    #expect(late.announcement === candidates[1])
  }
}

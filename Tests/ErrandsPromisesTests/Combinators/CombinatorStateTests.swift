import ErrandsEager
import ErrandsTesting
import Testing

@testable import ErrandsPromises

@Suite("The states of when and race, as values")
struct CombinatorStateTests {
  private let lost = Abandonment(origin: nil)

  @Test("A gathering ends with the last member, whatever the order")
  func gathering() throws {
    var state = GatheringState<Int>(count: 2)
    #expect(state.take(.success(1), at: 1) == nil)
    #expect(try state.take(.success(0), at: 0)?.get() == [0, 1])
  }

  @Test("A gathering ends with a rejection at once, and with a loss only at the end")
  func gatheringEnds() {
    var state = GatheringState<Int>(count: 3)
    #expect(state.take(.failure(lost), at: 0) == nil)
    #expect(throws: Broken.self) { try state.take(.failure(Broken()), at: 1)?.get() }
    var other = GatheringState<Int>(count: 2)
    #expect(other.take(.failure(lost), at: 1) == nil)
    #expect(throws: Abandonment.self) { try other.take(.success(0), at: 0)?.get() }
  }

  @Test("A race ends as it was told to when the last one gives up, or as lost where one was")
  func race() {
    var told = RaceState(count: 2, end: PMKError.noWinner)
    #expect(told.giveUp(Broken()) == nil)
    #expect(told.giveUp(Broken()) is PMKError)
    var untold = RaceState(count: 2, end: nil)
    #expect(untold.giveUp(Broken(number: 1)) == nil)
    #expect(untold.giveUp(Broken(number: 2)) as? Broken == Broken(number: 2))
    var losing = RaceState(count: 2, end: PMKError.noWinner)
    #expect(losing.giveUp(lost) == nil)
    #expect(losing.giveUp(Broken()) is Abandonment)
  }

  @Test("One pulls at a time, as far as the limit")
  func pulling() {
    var state = PullState<Int>(limit: 2)
    #expect(state.beginPulling() == true)
    #expect(state.beginPulling() == false)
    #expect(state.next() == 0)
    #expect(state.next() == 1)
    #expect(state.next() == nil)
    #expect(state.beginPulling() == false, "Two are under way.")
    #expect(state.take(.success(10), at: 0) == nil)
    #expect(state.beginPulling() == true)
    #expect(state.next() == 2)
  }

  @Test("It ends when the iterator has ended and the last member has, in either order")
  func pullingEnds() throws {
    var state = PullState<Int>(limit: 2)
    #expect(state.beginPulling() == true)
    #expect(state.next() == 0)
    #expect(state.next() == 1)
    #expect(state.take(.success(11), at: 1) == nil)
    #expect(state.next() == 2)
    #expect(state.exhausted() == nil)
    #expect(state.beginPulling() == false)
    #expect(try state.take(.success(10), at: 0)?.get() == [10, 11])

    var last = PullState<Int>(limit: 1)
    #expect(last.beginPulling() == true)
    #expect(last.next() == 0)
    #expect(last.take(.success(10), at: 0) == nil)
    #expect(last.next() == 1)
    #expect(try last.exhausted()?.get() == [10])
  }

  @Test("After a rejection nothing is taken, and members are not let go of")
  func rejected() {
    let member = Promise<Int>.pending()
    var state = PullState<Int>(limit: 2)
    #expect(state.beginPulling() == true)
    #expect(state.next() == 0)
    #expect(throws: Broken.self) { try state.take(.failure(Broken()), at: 0)?.get() }
    #expect(state.next() == nil)
    #expect(state.beginPulling() == false)
    var other = PullState<Int>(limit: 2)
    _ = (other.beginPulling(), other.next(), other.next())
    _ = other.take(.failure(Broken()), at: 0)
    guard case .isLeft = other.began(1, EagerSubscription(member.promise)) else {
      return #expect(Bool(false), "it is kept")
    }
  }

  // It kept its handler, and what that captured, for as long as it was pending.
  @Test("A member that begins as the whole ends is left")
  func late() {
    let members = Downloads(2)
    var state = PullState<Int>(limit: 2)
    _ = (state.beginPulling(), state.next(), state.next())
    #expect(state.began(0, EagerSubscription(members[0])).goesOn)
    #expect(throws: Broken.self) { try state.take(.failure(Broken()), at: 0)?.get() }
    #expect(state.end().underWay.isEmpty)
    guard case .isLeft = state.began(1, EagerSubscription(members[1])) else {
      return #expect(Bool(false), "it is kept")
    }
  }

  @Test("An iterator that is at its end as the whole ends says nothing more")
  func exhaustedLate() {
    var state = PullState<Int>(limit: 2)
    _ = (state.beginPulling(), state.next(), state.next())
    #expect(throws: Broken.self) { try state.take(.failure(Broken()), at: 0)?.get() }
    #expect(state.end().underWay.isEmpty)
    #expect(state.exhausted() == nil)
    let pullsOn = state.beginPulling()
    #expect(!pullsOn)
  }

  @Test("What is under way when it is cancelled is let go of, and so is what begins meanwhile")
  func cancelled() {
    let members = Downloads(3)
    var state = PullState<Int>(limit: 3)
    _ = (state.beginPulling(), state.next())
    #expect(state.began(0, EagerSubscription(members[0])).goesOn)
    _ = state.next()
    #expect(state.began(1, EagerSubscription(members[1])).goesOn)
    #expect(state.take(.success(0), at: 0) == nil)
    _ = state.next()
    let underWay = state.cancel(Broken(number: 3))
    #expect(underWay.count == 1 && underWay.first?.source === members[1])
    guard case .isUnsubscribed(let error) = state.began(2, EagerSubscription(members[2])) else {
      return #expect(Bool(false), "it is kept")
    }
    #expect(error as? Broken == Broken(number: 3))
    #expect(state.next() == nil)
  }
}

extension PullBeginning {
  fileprivate var goesOn: Bool {
    if case .goesOn = self { true } else { false }
  }
}

import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

/// The two classic faults of a dispatch group. One `leave()` too many crashes the process: a completion that
/// is called twice, by a time limit and by the answer, was enough. One too few hangs it for ever: an early
/// `return` was enough.
@Suite("A group is in balance whatever its members do")
struct GroupBalanceTests {
  @Test("Leaving twice changes nothing, is answered with false and recorded")
  func twice() {
    let log = TraceLog(of: "\(#fileID):\(#line + 2)")
    let group = Group<Int>()
    let callback = group.enter()
    let other = group.enter()
    #expect(callback.succeed(1))
    #expect(!callback.succeed(2))
    #expect(!callback.fail(ManualError()))
    #expect(group.pendingCount == 1)
    other.succeed(3)
    #expect(Self.labels(group) == ["value 1", "value 3"])
    #expect(log.labels.suffix(3) == ["settled succeeded", "late succeeded", "late failed"])
  }

  @Test("Not leaving at all settles the member as abandoned, and names the line of its entering")
  func never() throws {
    let group = Group<Int>()
    let heard = Events<Int>()
    let line: UInt = #line + 1
    var callback: Callback<Int>? = group.enter()
    withExtendedLifetime(callback) {}
    group.notify(on: .immediate) { heard.record($0.count) }
    #expect(heard.count == 0)
    callback = nil
    #expect(heard.all == [1])
    let error = try #require(group.state.withLock { $0.members.outcomes }.first?.error as? AbandonedError)
    #expect(error.origin == SourceLocation(fileID: #fileID, line: line))
  }

  @Test("A completion that is called twice by two threads is one leave", .timeLimit(.minutes(1)))
  func twiceAtOnce() async throws {
    let group = Group<Int>()
    let callbacks = (0..<Sizes.raceRounds).map { _ in group.enter() }
    let wins = Lock(0)
    await ErrandsTesting.race(rounds: callbacks.count) { round in
      if callbacks[round].succeed(1) { wins.withLock { $0 += 1 } }
    } _: { round in
      if callbacks[round].fail(ManualError()) { wins.withLock { $0 += 1 } }
    }
    #expect(wins.withLock { $0 } == callbacks.count)
    #expect(try await group.outcomes().count == callbacks.count)
  }

  @Test("A member whose work drops its callback does not hold the group up", .timeLimit(.minutes(1)))
  func abandonedWork() async throws {
    let work = ManualWork<Int>()
    let group = Group<Int>()
    group.add(work.errand)
    _ = try await work.callback()
    work.letGo()
    #expect(try await group.outcomes().map(\.label) == ["abandoned"])
  }

  private static func labels(_ group: Group<Int>) -> [String] {
    group.state.withLock { $0.members.outcomes.map(\.label) }
  }
}

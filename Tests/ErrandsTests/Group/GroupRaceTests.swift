import ErrandsTesting
import Testing

@testable import Errands

@Suite("Groups between two threads")
struct GroupRaceTests {
  @Test(
    "Entering and settling on two threads: one notification, with everything in it",
    .timeLimit(.minutes(1))
  )
  func membersFromTwoThreads() async throws {
    let group = Group<Int>()
    let last = group.enter()
    let heard = Events<[Int]>()
    group.notify(on: .immediate) { outcomes in heard.record(outcomes.compactMap { try? $0.get() }) }
    await ErrandsTesting.race(rounds: Sizes.raceRounds) { round in
      group.add(.fromCallback { $0.succeed(round) })
    } _: { round in
      group.enter().succeed(-round)
    }
    last.succeed(0)
    #expect(heard.count == 1)
    let rounds = 0..<Sizes.raceRounds
    #expect(try await heard.event(1).sorted() == (rounds.map { $0 } + rounds.map { -$0 } + [0]).sorted())
  }

  @Test("Notify against the last member's settling: the handler is called once", .timeLimit(.minutes(1)))
  func notifyAgainstSettling() async {
    let groups = (0..<Sizes.raceRounds).map { _ in Group<Int>() }
    let callbacks = groups.map { $0.enter() }
    let calls = Lock(Array(repeating: 0, count: groups.count))
    await ErrandsTesting.race(rounds: groups.count) { round in
      groups[round].notify(on: .immediate) { outcomes in calls.withLock { $0[round] += outcomes.count } }
    } _: { round in
      callbacks[round].succeed(round)
    }
    #expect(calls.withLock { $0.allSatisfy { $0 == 1 } })
  }

  @Test("Two who register at the same moment are both told, once", .timeLimit(.minutes(1)))
  func notifyAgainstNotify() async {
    let groups = (0..<Sizes.raceRounds).map { _ in Group<Int>() }
    let calls = Lock(Array(repeating: 0, count: groups.count))
    let register: @Sendable (Int) -> Void = { round in
      groups[round].notify(on: .immediate) { _ in calls.withLock { $0[round] += 1 } }
    }
    await ErrandsTesting.race(rounds: groups.count, register, register)
    #expect(calls.withLock { $0.allSatisfy { $0 == 2 } })
  }

  @Test(
    "Cancel against a member's beginning: it settles as cancelled whoever is first",
    .timeLimit(.minutes(1))
  )
  func cancelAgainstAdd() async {
    let groups = (0..<Sizes.raceRounds).map { _ in Group<Int>() }
    let runs = Lock<[Run<Int>]>([])
    let held = Lock<[Callback<Int>]>([])
    await ErrandsTesting.race(rounds: groups.count) { round in
      let run = groups[round].add(.fromCallback { callback in held.withLock { $0.append(callback) } })
      runs.withLock { $0.append(run) }
    } _: { round in
      groups[round].cancel()
    }
    #expect(runs.withLock { $0 }.allSatisfy { $0.outcome?.label == "cancelled" })
    #expect(groups.allSatisfy { $0.pendingCount == 0 })
  }

  @Test("Cancel against settle: one outcome, and the group completes", .timeLimit(.minutes(1)))
  func cancelAgainstSettle() async {
    let groups = (0..<Sizes.raceRounds).map { _ in Group<Int>() }
    let callbacks = groups.map { $0.enter() }
    let heard = Events<String>()
    for group in groups { group.notify(on: .immediate) { heard.record($0.map(\.label).joined()) } }
    await ErrandsTesting.race(rounds: groups.count) { round in
      groups[round].cancel()
    } _: { round in
      callbacks[round].succeed(1)
    }
    #expect(heard.count == groups.count)
    #expect(heard.all.allSatisfy { ["cancelled", "value 1"].contains($0) })
  }

  @Test("A limit that passes while the last member settles: an answer that is true", .timeLimit(.minutes(1)))
  func limitAgainstSettling() async {
    let groups = (0..<Sizes.raceRounds).map { _ in Group<Int>() }
    let callbacks = groups.map { $0.enter() }
    let isTrue = Lock(Array(repeating: false, count: groups.count))
    await ErrandsTesting.race(rounds: groups.count) { round in
      let truth =
        switch groups[round].wait(timeout: .microseconds(1)) {
        case .completed(let outcomes): outcomes.map(\.label) == ["value \(round)"]
        case .timedOut(let settled, let count): settled == 0 && count == 1
        }
      isTrue.withLock { $0[round] = truth }
    } _: { round in
      callbacks[round].succeed(round)
    }
    #expect(isTrue.withLock { $0.allSatisfy { $0 } })
    #expect(groups.allSatisfy { $0.state.withLock { $0.waiterCount } == 0 })
  }

  @Test("Tens of thousands of members complete", .timeLimit(.minutes(1)))
  func many() async throws {
    let group = Group<Int>()
    let callbacks = (0..<Sizes.chain / 2).map { _ in group.enter() }
    let waiting = Task { try await group.outcomes() }
    for (number, callback) in callbacks.enumerated().reversed() { callback.succeed(number) }
    let outcomes = try await waiting.value
    #expect(outcomes.count == Sizes.chain / 2)
    #expect(outcomes.enumerated().allSatisfy { (try? $1.get()) == $0 })
  }

  /// Each of them completes the group: a list of outcomes that was put together, or copied, each time would
  /// make this take minutes.
  @Test("Thousands of members one after the other cost the same each", .timeLimit(.minutes(1)))
  func manyInTurn() {
    let group = Group<Int>()
    let counts = Lock(0)
    for number in 0..<Sizes.chain / 4 {
      group.add(.fromCallback { $0.succeed(number) })
      group.notify(on: .immediate) { outcomes in counts.withLock { $0 = outcomes.count } }
    }
    #expect(counts.withLock { $0 } == Sizes.chain / 4)
  }

  @Test("A failure among many cancels them all, without recursion", .timeLimit(.minutes(1)))
  func manyCancelled() async throws {
    let group = Group<Int>()
    let callbacks = (0..<Sizes.chain / 4).map { _ in group.enter() }
    let run = group.all().run()
    await onThread { callbacks[0].fail(ManualError(number: 4)) }
    #expect(run.outcome?.error as? ManualError == ManualError(number: 4))
    #expect(group.pendingCount == 0)
  }
}

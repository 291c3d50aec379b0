import Errands
import ErrandsBolts
import ErrandsTesting
import Testing

@Suite("Two threads at one task", .timeLimit(.minutes(1)))
struct RaceTests {
  private typealias Round = (source: TaskCompletionSource<Int>, wins: Events<String>)

  private func rounds() -> [Round] {
    (0..<Sizes.rounds).map { _ in (TaskCompletionSource<Int>(), Events<String>()) }
  }

  @Test("Rule 1: Of two that set, one wins, and the continuation sees it once")
  func set() async {
    let rounds = rounds()
    let seen = rounds.map { round in
      let seen = Events<Int>()
      round.source.task.continueOnSuccessWith { seen.record($0) }
      return seen
    }
    await race(rounds: rounds.count) { number in
      if rounds[number].source.trySet(result: 1) { rounds[number].wins.record("left") }
    } _: { number in
      if rounds[number].source.trySet(result: 2) { rounds[number].wins.record("right") }
    }
    for (round, seen) in zip(rounds, seen) {
      #expect(round.wins.count == 1)
      #expect(seen.all == [round.wins.all == ["left"] ? 1 : 2])
    }
  }

  @Test("Rule 11: A continuation that comes while the task ends is called once")
  func register() async {
    let rounds = rounds()
    await race(rounds: rounds.count) { number in
      rounds[number].source.set(result: 1)
    } _: { number in
      rounds[number].source.task.continueWith { task in rounds[number].wins.record(task.description) }
    }
    for round in rounds { #expect(round.wins.all == ["Task: success(1)"]) }
  }

  @Test("Law 4: Set and cancel: one of both is the end, and nothing traps")
  func cancel() async {
    let rounds = rounds()
    let ends = rounds.map { round in round.source.task.continueWith { $0.description } }
    await race(rounds: rounds.count) { number in
      rounds[number].source.set(result: 1)
    } _: { number in
      rounds[number].source.task.cancel()
    }
    for (round, end) in zip(rounds, ends) {
      #expect(end.result == round.source.task.description)
      #expect(round.source.task.result == 1 || round.source.task.cancelled)
    }
  }

  @Test("Law 1: A task that is awaited while its source is dropped ends its wait")
  func drop() async {
    for _ in 0..<Sizes.rounds {
      let kept = Kept(TaskCompletionSource<Int>())
      guard let task = kept.value?.task else { return }
      async let dropped: Void = onQueue { kept.letGo() }
      await #expect(throws: AbandonedError.self) { try await task.value }
      await dropped
    }
  }

  @Test("A token that is cancelled while its task ends: one of both is the end")
  func token() async {
    let rounds = rounds()
    let tokens = rounds.map { _ in CancellationTokenSource() }
    let tasks = zip(rounds, tokens).map { round, token in
      round.source.task.continueOnSuccessWith(.immediate, cancellationToken: token.token) { $0 }
    }
    await race(rounds: rounds.count) { number in
      rounds[number].source.set(result: 1)
    } _: { number in
      tokens[number].cancel()
    }
    for task in tasks { #expect(task.result == 1 || task.cancelled) }
  }

  @Test("Rule 17: Members that end on two threads are counted once each")
  func members() async {
    let (left, right) = (rounds(), rounds())
    let all = zip(left, right).map { Task.whenAllResult($0.source.task, $1.source.task) }
    let any = zip(left, right).map { Task.whenAny($0.source.task, $1.source.task) }
    await race(rounds: left.count) { number in
      left[number].source.set(result: 1)
    } _: { number in
      right[number].source.set(result: 2)
    }
    for task in all { #expect(task.result == [1, 2]) }
    for task in any { #expect(task.result != nil) }
  }
}

private func onQueue(_ body: @escaping @Sendable () -> Void) async {
  let done = Gate()
  Executor.queue(.global()).execute {
    body()
    done.open()
  }
  try? await done.wait()
}

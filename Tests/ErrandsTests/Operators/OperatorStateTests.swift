import ErrandsTesting
import Testing

@testable import Errands

/// The states under the operators, as values: without a thread, a lock or a clock.
@Suite("The states of operators")
struct OperatorStateTests {
  private struct Mistake: Error {}

  private let runs = (0..<3).map { Run<Int>(name: "\($0)", registry: nil) }

  private func told(_ keeping: RetryState.Keeping) -> String {
    switch keeping {
    case .kept(let former): "kept instead of \((former as? AnyRun).map { "\($0.id)" } ?? "nothing")"
    case .isOver: "over"
    case .cancelled: "cancelled"
    }
  }

  @Test("A race is decided by its first winner, whose rivals are given up")
  func firstWinner() {
    var race = RaceState(runners: 3)
    let places = runs.map { race.enter($0) }
    let lost = race.settle(places[0], isWinner: false)
    #expect(lost.runner === runs[0] && lost.losers == nil && !race.isOver)
    let won = race.settle(places[1], isWinner: true)
    #expect(won.runner === runs[1] && won.losers?.map(\.id) == [runs[2].id])
    #expect(race.isOver && race.runs.isEmpty)
    let late = race.settle(places[2], isWinner: true)
    #expect(late.losers == nil, "a race is decided once")
  }

  @Test("A race that nobody wins is decided by the last of its runners")
  func noWinner() {
    var race = RaceState(runners: 2)
    let places = runs[..<2].map { race.enter($0) }
    let settled = places.map { race.settle($0, isWinner: false).losers?.count }
    #expect(settled == [nil, 0])
  }

  @Test("A race that was cancelled lets nobody begin, and is decided by nobody")
  func cancelledRace() {
    var race = RaceState(runners: 2)
    let place = race.enter(runs[0])
    let closed = [race.close().map(\.id), race.close().map(\.id)]
    #expect(closed == [[runs[0].id], []])
    #expect(race.enter(runs[1]) == nil)
    #expect(race.settle(place, isWinner: true).losers == nil)
  }

  @Test("A join gives the outcomes in the order of its members, and the error that came first")
  func join() {
    var join = Join<Int>.State(count: 3)
    for (index, run) in runs.enumerated() { #expect(join.enter(run, at: index) == index) }
    let settled = [
      join.settle(.success(2), at: 2), join.settle(.failure(Mistake()), at: 0),
      join.settle(.failure(CancellationError()), at: 1),
    ]
    #expect(settled.map(\.pending) == [2, 1, 0])
    #expect(settled.map(\.isFirstError) == [false, true, false])
    #expect(settled.map { $0.run?.id } == [runs[2].id, runs[0].id, runs[1].id])
    let (outcomes, firstError) = join.end()
    #expect(outcomes.map { try? $0.get() } == [nil, nil, 2])
    #expect(firstError is Mistake)
    #expect(join.end().outcomes.isEmpty, "they are given away")
  }

  @Test("A join cancels its members once, in their order, but for those that are done")
  func cancelledJoin() {
    var join = Join<Int>.State(count: 3)
    for (index, run) in runs[..<2].enumerated() { _ = join.enter(run, at: index) }
    _ = join.settle(.success(1), at: 0)
    let cancelled = [join.cancel().map(\.id), join.cancel().map(\.id)]
    #expect(cancelled == [[runs[1].id], []])
    #expect(join.enter(runs[2], at: 2) == nil)
  }

  @Test("Tries are numbered, and what is in flight gives way to what comes next")
  func tries() {
    var tries = RetryState()
    #expect(tries.begin()?.number == 1)
    let kept = runs[..<2].map { told(tries.keep($0, forTry: 1)) }
    #expect(kept == ["kept instead of nothing", "kept instead of \(runs[0].id)"])
    let next = tries.begin()
    #expect(next?.number == 2 && next?.former as? AnyRun === runs[1])
    #expect(tries.current == nil)
  }

  /// The wait for the second try was over before it was kept: it would have been cancelled in the place of that try.
  @Test("A wait that is over already is not kept")
  func overTaken() {
    var tries = RetryState()
    _ = tries.begin()
    _ = tries.begin()
    #expect(told(tries.keep(runs[0], forTry: 1)) == "over")
    #expect(tries.current == nil)
  }

  @Test("Cancelled, it gives what is in flight, begins no try, and lets none go on")
  func cancelledTries() {
    var tries = RetryState()
    _ = tries.begin()
    _ = tries.keep(runs[0], forTry: 1)
    let given = [tries.cancel(), tries.cancel()].map { $0 as? AnyRun }
    #expect(given[0] === runs[0] && given[1] == nil)
    #expect(tries.begin() == nil)
    #expect(told(tries.keep(runs[1], forTry: 1)) == "cancelled")
  }
}

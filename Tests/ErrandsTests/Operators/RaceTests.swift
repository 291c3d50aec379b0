import ErrandsTesting
import Testing

@testable import Errands

@Suite("Races")
struct RaceTests {
  private let works = (0..<3).map { _ in ManualWork<Int>() }
  private var errands: [Errand<Int>] { works.map(\.errand) }
  private var cancellations: [Int] { works.map(\.cancellations.count) }

  @Test("The first value wins, and the others are cancelled before anybody is told", .timeLimit(.minutes(1)))
  func winner() async throws {
    let told = Events<[Int]>()
    let run = Errand.race(errands).run(on: .immediate) { [works] _ in
      told.record(works.map(\.cancellations.count))
    }
    #expect(works.map(\.startCount) == [1, 1, 1])
    try await works[1].callback().succeed(7)
    #expect(run.outcome?.label == "value 7")
    #expect(told.all == [[1, 0, 1]])
  }

  // The losers' runs were cancelled in time, but what their deadlines watch only after everybody had been
  // told.
  @Test("So is what the losers in turn run, however deep", .timeLimit(.minutes(1)))
  func deepLosers() async throws {
    let told = Events<[Int]>()
    let deep = errands.map { $0.timeout(after: .seconds(600)).retry().timeout(after: .seconds(600)) }
    Errand.race(deep).run(on: .immediate) { [works] _ in told.record(works.map(\.cancellations.count)) }
    try await works[0].callback().succeed(7)
    #expect(told.all == [[0, 1, 1]])
  }

  @Test("The first error wins a race too", .timeLimit(.minutes(1)))
  func errorWins() async throws {
    let run = Errand.race(errands).run()
    try await works[2].callback().fail(ManualError(number: 2))
    #expect(run.outcome?.error as? ManualError == ManualError(number: 2))
    #expect(cancellations == [1, 1, 0])
  }

  @Test("The first success wins over earlier errors", .timeLimit(.minutes(1)))
  func firstSuccess() async throws {
    let run = Errand.firstSuccess(of: errands).run()
    try await works[0].callback().fail(ManualError())
    #expect(run.outcome == nil)
    #expect(cancellations == [0, 0, 0])
    try await works[1].callback().succeed(7)
    #expect(run.outcome?.label == "value 7")
    #expect(cancellations == [0, 0, 1])
  }

  @Test("Where all fail, the error that came last is the outcome", .timeLimit(.minutes(1)))
  func allFail() async throws {
    let run = Errand.firstSuccess(of: errands).run()
    for index in [2, 0, 1] { try await works[index].callback().fail(ManualError(number: index)) }
    #expect(run.outcome?.error as? ManualError == ManualError(number: 1))
  }

  @Test("A race of nobody fails")
  func empty() {
    #expect(Errand<Int>.race([]).run().outcome?.error is EmptySequenceError)
    #expect(Errand<Int>.firstSuccess(of: []).run().outcome?.error is EmptySequenceError)
  }

  @Test("After one that has won at once no other is begun")
  func atOnce() {
    #expect(Errand.race([.success(1)] + errands).run().outcome?.label == "value 1")
    let run = Errand.firstSuccess(of: [.failure(ManualError()), .success(2)] + errands).run()
    #expect(run.outcome?.label == "value 2")
    #expect(works.map(\.startCount) == [0, 0, 0])
  }

  @Test("Cancelling reaches all, and leaves nothing alive", .timeLimit(.minutes(1)))
  func cancelled() async throws {
    try await withLiveObjects { live in
      let probe = live.object("captured")
      let run = Errand.race(errands.map { $0.map { value in withExtendedLifetime(probe) { value } } }).run()
      run.cancel()
      #expect(run.outcome?.label == "cancelled")
      #expect(cancellations == [1, 1, 1])
    }
  }

  @Test("A runner whose callback is dropped has failed, and nothing stays alive", .timeLimit(.minutes(1)))
  func abandoned() async throws {
    try await withLiveObjects { live in
      let probe = live.object("captured")
      let lost = Errand<Int>.fromCallback { _ in withExtendedLifetime(probe) {} }
      let run = Errand.firstSuccess(of: [lost, works[0].errand]).run()
      try await works[0].callback().succeed(1)
      #expect(run.outcome?.label == "value 1")
      #expect(Errand.race([lost]).run().outcome?.label == "abandoned")
    }
  }

  @Test("Two that finish at the same moment: one outcome, and the other is no more", .timeLimit(.minutes(1)))
  func photoFinish() async throws {
    let rounds = Sizes.raceRounds
    let pairs = (0..<rounds).map { _ in (ManualWork<Int>(), ManualWork<Int>()) }
    let runs = pairs.map { Errand.race([$0.errand, $1.errand]).run() }
    var callbacks: [(Callback<Int>, Callback<Int>)] = []
    for (left, right) in pairs { callbacks.append((try await left.callback(), try await right.callback())) }
    let all = callbacks
    await ErrandsTesting.race(rounds: rounds) {
      all[$0].0.succeed(1)
    } _: {
      all[$0].1.fail(ManualError())
    }
    #expect(runs.allSatisfy { ["value 1", "failed"].contains($0.outcome?.label) })
  }
}

import ErrandsTesting
import Testing

@testable import Errands

@Suite("Law 1: one outcome")
struct OneOutcomeTests {
  @Test("A value arrives once, in every style", .timeLimit(.minutes(1)), arguments: Style.allCases)
  func value(style: Style) async throws {
    try await withLiveObjects { live in
      let work = ManualWork<LiveObjects.Object>()
      let listener = style.listen(to: work.errand)
      let value = live.object("value")
      let first = try await work.callback().succeed(value)
      #expect(first)
      #expect(try await listener.outcome().get() === value)
      #expect(listener.heard.count == 1)
      work.letGo()
    }
  }

  @Test("The identical error arrives, in every style", .timeLimit(.minutes(1)), arguments: Style.allCases)
  func error(style: Style) async throws {
    try await withLiveObjects { live in
      let work = ManualWork<Int>()
      let listener = style.listen(to: work.errand)
      let error = ProbeError(live)
      try await work.callback().fail(error)
      #expect(try await listener.outcome().error as? ProbeError === error)
      #expect(listener.heard.count == 1)
      work.letGo()
    }
  }

  @Test("Of two settlements the first wins", .timeLimit(.minutes(1)), arguments: Style.allCases)
  func firstWins(style: Style) async throws {
    let work = ManualWork<Int>()
    let listener = style.listen(to: work.errand)
    let callback = try await work.callback()
    #expect(callback.succeed(1))
    #expect(!callback.succeed(2))
    #expect(!callback.fail(ManualError()))
    #expect(!callback(.success(3)))
    #expect(!callback(4, nil))
    #expect(try await listener.outcome().label == "value 1")
    #expect(listener.labels == ["value 1"])
  }

  @Test("The outcome stays as it was first set")
  func outcomeIsFinal() async throws {
    let work = ManualWork<Int>()
    let run = work.errand.run()
    #expect(run.outcome == nil)
    let callback = try await work.callback()
    callback.succeed(1)
    callback.succeed(2)
    run.cancel()
    #expect(run.stop(with: ManualError()) == false)
    #expect(run.outcome?.label == "value 1")
  }

  @Test("What the work throws before it returns is the outcome", arguments: Style.allCases)
  func thrown(style: Style) async throws {
    let listener = style.listen(to: Errand<Int>.fromCallback { _ in throw ManualError() })
    #expect(try await listener.outcome().error is ManualError)
  }

  @Test("Running twice does the work twice")
  func cold() async throws {
    let starts = Events<Int>()
    let errand = Errand<Int>.fromCallback { callback in
      starts.record(1)
      callback.succeed(starts.count)
    }
    #expect(starts.count == 0)
    #expect(errand.run().outcome?.label == "value 1")
    #expect(errand.run().outcome?.label == "value 2")
  }

  // The classic crash of a continuation that is resumed twice: two threads, one callback.
  @Test("Called from two threads at once: one outcome, one late settlement", .timeLimit(.minutes(1)))
  func twoThreads() async throws {
    let rounds = Sizes.raceRounds
    let log = TraceLog(of: "two threads")
    let runs = (0..<rounds).map { _ in Run<Int>(name: "two threads", registry: nil) }
    let delivered = Events<Int>()
    for run in runs { run.whenSettled(on: .immediate) { delivered.record((try? $0.get()) ?? 0) } }
    let wins = Events<Int>()
    await race(rounds: rounds) { round in
      if runs[round].settle(.success(1)) { wins.record(1) }
    } _: { round in
      if runs[round].settle(.success(2)) { wins.record(2) }
    }
    #expect(wins.count == rounds)
    #expect(delivered.count == rounds)
    #expect(log.labels.filter { $0 == "late succeeded" }.count == rounds)
    #expect(log.labels.filter { $0 == "settled succeeded" }.count == rounds)
  }
}

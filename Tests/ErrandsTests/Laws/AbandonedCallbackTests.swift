import ErrandsTesting
import Testing

@testable import Errands

// A callback that is dropped leaves an `await` hanging for ever: the task, and all that it captured, leaks.
@Suite("Law 1: a callback that is dropped")
struct AbandonedCallbackTests {
  @Test("Names the line that made it, in every style", .timeLimit(.minutes(1)), arguments: Style.allCases)
  func namesItsLine(style: Style) async throws {
    let line: UInt = #line + 1
    let errand = Errand<Int>.fromCallback { _ in }
    let outcome = try await style.listen(to: errand).outcome()
    let error = try #require(outcome.error as? AbandonedError)
    #expect(error.origin == SourceLocation(fileID: #fileID, line: line))
    #expect(error.description.contains("AbandonedCallbackTests.swift:\(line)"))
  }

  @Test("Is noticed when the last reference goes, not before", .timeLimit(.minutes(1)))
  func lastReference() async throws {
    let work = ManualWork<Int>()
    let run = work.errand.run()
    var second: Callback<Int>? = try await work.callback()
    work.letGo()
    #expect(run.outcome == nil)
    withExtendedLifetime(second) {}
    second = nil
    #expect(run.outcome?.label == "abandoned")
  }

  @Test("After it was called, dropping it means nothing")
  func calledThenDropped() async throws {
    let log = TraceLog(of: "called then dropped")
    let work = ManualWork<Int>("called then dropped")
    let run = work.errand.run()
    try await work.callback().succeed(1)
    work.letGo()
    #expect(run.outcome?.label == "value 1")
    #expect(log.labels == ["made", "started", "settled succeeded"])
  }

  @Test("After a cancellation, dropping it means nothing")
  func cancelledThenDropped() async throws {
    let log = TraceLog(of: "cancelled then dropped")
    let work = ManualWork<Int>("cancelled then dropped")
    let run = work.errand.run()
    run.cancel()
    work.letGo()
    #expect(run.outcome?.label == "cancelled")
    #expect(log.labels == ["made", "started", "settled cancelled"])
  }

  @Test("Is recorded in the trace, with its line")
  func trace() async throws {
    let log = TraceLog(of: "abandoned")
    let work = ManualWork<Int>("abandoned", line: 7)
    work.errand.run()
    work.letGo()
    #expect(log.labels == ["made", "started", "settled failed", "abandoned"])
    guard case .abandoned(let origin)? = log.events.all.last?.kind else {
      Issue.record("no abandonment in the trace")
      return
    }
    #expect(origin == SourceLocation(fileID: "Tests/Manual.swift", line: 7))
  }

  @Test("Stops the work that is still going on")
  func stopsTheWork() async throws {
    let work = ManualWork<Int>()
    work.errand.run()
    work.letGo()
    #expect(work.cancellations.count == 1)
  }

  @Test("A cell that goes away unsettled settles whoever waits on it")
  func cell() {
    let heard = Events<String>()
    do {
      let cell = Settlement<Int>()
      cell.whenSettled { heard.record("first \($0.label)") }
      cell.whenSettled { heard.record("second \($0.label)") }
    }
    #expect(heard.all == ["first abandoned", "second abandoned"])
  }

  @Test("An error without a line says so in words")
  func wordsWithoutLine() {
    #expect(AbandonedError(origin: nil).description == "The work went away without an outcome.")
  }

  @Test("Dropping races with cancelling: one outcome", .timeLimit(.minutes(1)))
  func raceWithCancel() async {
    let rounds = Sizes.raceRounds
    let works = (0..<rounds).map { _ in ManualWork<Int>() }
    let delivered = Events<String>()
    let runs = works.map { work in
      let run = work.errand.run()
      run.whenSettled(on: .immediate) { delivered.record($0.label) }
      return run
    }
    await race(rounds: rounds) {
      works[$0].letGo()
    } _: {
      runs[$0].cancel()
    }
    #expect(delivered.count == rounds)
    #expect(delivered.all.allSatisfy { $0 == "cancelled" || $0 == "abandoned" })
    #expect(works.allSatisfy { $0.cancellations.count == 1 })
  }
}

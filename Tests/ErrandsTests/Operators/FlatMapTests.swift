import ErrandsTesting
import Testing

@testable import Errands

@Suite("One work after the other")
struct FlatMapTests {
  @Test("The second begins with the first one's value, when that is there", .timeLimit(.minutes(1)))
  func inTurn() async throws {
    let first = ManualWork<Int>()
    let second = ManualWork<String>()
    let given = Events<Int>()
    let run = first.errand.flatMap { value in
      given.record(value)
      return second.errand
    }.run()
    #expect(second.startCount == 0)
    try await first.callback().succeed(7)
    #expect(second.startCount == 1)
    #expect(given.all == [7])
    #expect(run.outcome == nil)
    try await second.callback().succeed("done")
    #expect(run.outcome?.label == "value done")
  }

  @Test("Either one's error is the outcome, and after the first one's the second never begins")
  func errors() async throws {
    let work = ManualWork<Int>()
    let failed = Errand<Int>.failure(ManualError(number: 1)).flatMap { _ in work.errand }.run()
    #expect(failed.outcome?.error as? ManualError == ManualError(number: 1))
    #expect(work.startCount == 0)
    let second = Errand.success(1).flatMap { _ in Errand<Int>.failure(ManualError(number: 2)) }.run()
    #expect(second.outcome?.error as? ManualError == ManualError(number: 2))
  }

  @Test("What the closure throws is the outcome")
  func throwing() {
    let run = Errand.success(3).flatMap { value -> Errand<Int> in throw ManualError(number: value) }.run()
    #expect(run.outcome?.error as? ManualError == ManualError(number: 3))
  }

  @Test("Cancelling reaches whichever work it has come to", .timeLimit(.minutes(1)))
  func cancelled() async throws {
    let (first, second) = (ManualWork<Int>(), ManualWork<Int>())
    let errand = first.errand.flatMap { _ in second.errand }
    let early = errand.run()
    early.cancel()
    #expect(early.outcome?.label == "cancelled")
    #expect(first.cancellations.count == 1)
    #expect(second.startCount == 0)

    let late = errand.run()
    try await first.callback().succeed(1)
    late.cancel()
    #expect(late.outcome?.label == "cancelled")
    #expect(first.cancellations.count == 1)
    #expect(second.cancellations.count == 1)
  }

  @Test("Progress of both goes through, and never goes down", .timeLimit(.minutes(1)))
  func progress() async throws {
    let (first, second) = (ManualWork<Int>(), ManualWork<Int>())
    let listener = Style.delegate.listen(to: first.errand.flatMap { _ in second.errand }, on: .immediate)
    try await first.callback().report(completed: 3, total: 10)
    try await first.callback().succeed(1)
    try await second.callback().report(completed: 1, total: 10)
    try await second.callback().report(completed: 5, total: 10)
    try await second.callback().succeed(2)
    #expect(listener.labels == ["progress 3/10", "progress 5/10", "value 2"])
  }

  @Test("An errand that the closure gives may be a chain itself")
  func chainInside() {
    let errand = Errand.success(1).flatMap { value in
      Errand.success(value + 1).map { $0 * 10 }.flatMap { .success($0 + 3) }
    }
    .map { $0 * 2 }
    #expect(errand.run().outcome?.label == "value 46")
  }

  @Test("The error of an abandoned callback names the line that made it, through the chain")
  func abandoned() throws {
    let line: UInt = #line + 1
    let lost = Errand<Int>.fromCallback { _ in }
    let run = Errand.success(1).flatMap { _ in lost }.map { $0 + 1 }.ensure {}.run()
    let error = try #require(run.outcome?.error as? AbandonedError)
    #expect(error.origin == SourceLocation(fileID: #fileID, line: line))
  }

  @Test("Each errand of the chain is a run of its own in the trace, on behalf of the chain's")
  func trace() {
    let log = TraceLog(of: "second")
    let second = Errand<Int>.fromCallback("second") { $0.succeed(2) }
    let run = Errand.success(1).flatMap { _ in second }.run()
    #expect(log.labels == ["made for \(run.id)", "started", "settled succeeded"])
  }
}

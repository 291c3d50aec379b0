import ErrandsTesting
import Testing

@testable import Errands

@Suite("Another value, another error")
struct MapTests {
  @Test(
    "The value is what was made of it, in every style",
    .timeLimit(.minutes(1)),
    arguments: Style.allCases
  )
  func value(style: Style) async throws {
    let work = ManualWork<Int>()
    let listener = style.listen(to: work.errand.map { "number \($0)" })
    try await work.callback().succeed(7)
    #expect(try await listener.outcome().label == "value number 7")
    #expect(listener.heard.count == 1)
  }

  @Test("An error passes by, and stays the very same one", .timeLimit(.minutes(1)))
  func errorPasses() async throws {
    try await withLiveObjects { live in
      let asked = Counter()
      let work = ManualWork<Int>()
      let run = work.errand.map { asked.enter() + $0 }.run()
      let error = ProbeError(live)
      try await work.callback().fail(error)
      #expect(run.outcome?.error as? ProbeError === error)
      #expect(asked.count == 0)
    }
  }

  @Test("What the closure throws is the outcome")
  func throwing() {
    let run = Errand.success(1).map { throw ManualError(number: $0) as any Error }.run()
    #expect(run.outcome?.error as? ManualError == ManualError(number: 1))
  }

  @Test("Making it does nothing; running it twice does the work and asks the closure twice")
  func cold() {
    let (begun, asked) = (Counter(), Counter())
    let errand = Errand<Int>.fromCallback { $0.succeed(begun.enter()) }.map { $0 + asked.enter() }
    #expect(begun.count == 0)
    #expect(errand.run().outcome?.label == "value 2")
    #expect(errand.run().outcome?.label == "value 4")
    #expect(begun.count == 2)
    #expect(asked.count == 2)
  }

  @Test("mapError makes another error, and is not asked about values")
  func mapError() {
    let asked = Counter()
    let other: @Sendable (any Error) -> any Error = { _ in
      asked.enter()
      return ManualError(number: 9)
    }
    #expect(Errand.success(1).mapError(other).run().outcome?.label == "value 1")
    #expect(asked.count == 0)
    let run = Errand<Int>.failure(ManualError()).mapError(other).run()
    #expect(run.outcome?.error as? ManualError == ManualError(number: 9))
    #expect(asked.count == 1)
  }

  // A cancelled screen showed "the network is gone": its error had been mapped like any other.
  @Test("mapError is not asked about cancellation, wherever that comes from")
  func cancellationIsNoError() {
    let asked = Counter()
    let run = Errand<Int>.failure(CancellationError()).mapError { _ in
      asked.enter()
      return ManualError()
    }.run()
    #expect(run.outcome?.label == "cancelled")
    #expect(asked.count == 0)
  }

  @Test("A chain bears the name of its first errand, and says so in the trace")
  func name() {
    let log = TraceLog(of: "mapped")
    let errand = Errand<Int>.fromCallback("mapped") { $0.succeed(1) }.map { $0 + 1 }
    #expect(errand.name == "mapped")
    let run = errand.run()
    #expect(log.labels(of: run.id) == ["made", "started", "settled succeeded"])
  }
}

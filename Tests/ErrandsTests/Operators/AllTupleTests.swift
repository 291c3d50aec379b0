import ErrandsTesting
import Testing

@testable import Errands

@Suite("All at once, of different types")
struct AllTupleTests {
  @Test("Every value in its place, whichever comes first", .timeLimit(.minutes(1)))
  func values() async throws {
    let (number, text) = (ManualWork<Int>(), ManualWork<String>())
    let run = Errand.all(number.errand, text.errand, Errand.success([true])).run()
    try await text.callback().succeed("seven")
    #expect(run.outcome == nil)
    try await number.callback().succeed(7)
    let values = try #require(try run.outcome?.get())
    #expect(values == (7, "seven", [true]))
  }

  // Cast from `any Sendable`, a value that is nil was taken for no value.
  @Test("Optionals stay what they are, nil or not, nested or not")
  func optionals() throws {
    let run = Errand.all(
      Errand<Int?>.success(nil),
      Errand<Int??>.success(.some(nil)),
      Errand<Int??>.success(nil),
      Errand<Int?>.success(4),
      Errand<Void>.success(())
    ).run()
    let values = try #require(try run.outcome?.get())
    #expect(values.0 == nil)
    #expect(values.1 == .some(nil))
    #expect(values.2 == .none)
    #expect(values.3 == 4)
  }

  @Test("One that fails: the others are cancelled, and its error is the outcome", .timeLimit(.minutes(1)))
  func failsFast() async throws {
    let (number, text) = (ManualWork<Int>(), ManualWork<String>())
    let run = Errand.all(number.errand, text.errand).run()
    try await text.callback().fail(ManualError(number: 3))
    #expect(run.outcome?.error as? ManualError == ManualError(number: 3))
    #expect(number.cancellations.count == 1)
  }

  @Test("Cancelling reaches all", .timeLimit(.minutes(1)))
  func cancelled() async throws {
    let (number, text) = (ManualWork<Int>(), ManualWork<String>())
    let run = Errand.all(number.errand, text.errand).run()
    run.cancel()
    #expect(run.outcome?.label == "cancelled")
    #expect(number.cancellations.count == 1)
    #expect(text.cancellations.count == 1)
  }

  @Test("Progress counts those that are done", .timeLimit(.minutes(1)))
  func progress() async throws {
    let (number, text) = (ManualWork<Int>(), ManualWork<String>())
    let listener = Style.delegate.listen(
      to: Errand.all(number.errand, text.errand).map { "\($0) \($1)" },
      on: .immediate
    )
    try await number.callback().succeed(7)
    try await text.callback().succeed("seven")
    #expect(listener.labels == ["progress 1/2", "progress 2/2", "value 7 seven"])
  }
}

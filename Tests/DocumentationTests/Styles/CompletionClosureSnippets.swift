import Errands
import ErrandsTesting
import Testing

private enum ChartError: Error {
  case failed(any Error)
}

@Suite("The snippets of completion closures", .timeLimit(.minutes(1)))
struct CompletionClosureSnippets {
  @Test("A function with a completion closure becomes an errand")
  func waysIn() async throws {
    let result = Errand<Chart>.fromCallback { callback in Legacy.loadResult { callback($0) } }
    let typed = Errand<Chart>.fromCallback { callback in
      Legacy.loadTyped { outcome in callback(outcome.mapError { $0 }) }
    }
    let pair = Errand<Chart>.fromCallback { callback in Legacy.loadPair { callback($0, $1) } }
    let saved = Errand<Void>.fromCallback { callback in Legacy.save { callback($0) } }
    let count = Errand<Int>.fromCallback { callback in Legacy.count { callback.succeed($0) } }

    #expect(try await result.value() == Chart())
    #expect(try await pair.value() == Chart())
    #expect(try await count.value() == 7)
    try await saved.value()
    await #expect(throws: Legacy.Refusal()) { try await typed.value() }
  }

  private func load(
    _ chart: Errand<Chart>,
    result: @escaping @Sendable (Result<Chart, any Error>) -> Void,
    pair: @escaping @Sendable (Chart?, (any Error)?) -> Void,
    error: @escaping @Sendable ((any Error)?) -> Void,
    typed: @escaping @Sendable (Result<Chart, ChartError>) -> Void
  ) {
    chart.run(on: .immediate) { outcome in result(outcome) }
    chart.run(on: .immediate) { chart, failure in pair(chart, failure) }
    chart.runForError(on: .immediate) { failure in error(failure) }
    chart.run(on: .immediate, mapError: ChartError.failed) { outcome in typed(outcome) }
  }

  @Test("An errand calls a completion closure of any shape")
  func waysOut() {
    let heard = Events<String>()
    load(
      .success(Chart()),
      result: { _ in heard.record("result") },
      pair: { chart, _ in heard.record(chart == nil ? "no pair" : "pair") },
      error: { error in heard.record(error == nil ? "no error" : "error") },
      typed: { _ in heard.record("typed") }
    )
    #expect(heard.all == ["result", "pair", "no error", "typed"])
  }

  @Test("An old signature stays as it is, over a new inside")
  func facade() async throws {
    struct ChartService {
      let chart: Errand<Chart>

      @discardableResult
      func load(completion: @escaping @Sendable (Chart?, (any Error)?) -> Void) -> any Cancellable {
        chart.run(on: .mainActor) { chart, error in completion(chart, error) }
      }
    }
    let heard = Events<Bool>()
    ChartService(chart: .success(Chart())).load { chart, _ in heard.record(chart != nil) }
    #expect(try await heard.event(1))
  }
}

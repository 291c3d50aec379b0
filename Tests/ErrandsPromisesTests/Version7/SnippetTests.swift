import Dispatch
import Errands
import ErrandsPromises
import ErrandsTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private enum ServerError: Error, Equatable {
  case busy
}

private struct Chart: Sendable {
  let title: String
}

private struct Picture: Sendable {
  var width = 100

  func scaled() -> Picture { Picture(width: 10) }
}

private func ask(_ question: String) -> Promise<String> { .value(question + "!") }
private func loadChart() -> Promise<Chart> { .value(Chart(title: "chart")) }

private func legacyLoad(_ completion: @escaping @Sendable (Chart?, (any Error)?) -> Void) {
  DispatchQueue.global().async { completion(Chart(title: "legacy"), nil) }
}

/// Those of the documentation comments.
@Suite("The snippets of promises and dispatchers", .timeLimit(.minutes(1)))
@MainActor
final class SnippetTests {
  private let shown = Events<String>()
  private var title = "" {
    didSet { shown.record(title) }
  }

  private func show(_ text: String) { shown.record(text) }
  private func show(_ code: URLError.Code) { shown.record("code") }
  private func show(_ error: any Error) { shown.record("error") }
  private func report(_ error: any Error) { shown.record("\(error)") }

  @Test("A handler for each error")
  func cascade() async throws {
    func load(_ chart: Promise<String>) {
      chart.done { self.show($0) }
        .catch(only: ServerError.busy) { _ in self.show("Try again.") }
        .catch(only: URLError.self) { self.show($0.code) }
        .catch { self.show($0) }
    }
    for chart in [
      .value("chart"), Promise(error: ServerError.busy), Promise(error: URLError(.timedOut)),
      Promise(error: Broken()),
    ] {
      load(chart)
      _ = try await shown.event(shown.count + 1)
    }
    #expect(shown.all == ["chart", "Try again.", "code", "error"])
  }

  @Test("Thumbnails, two at a time")
  func concurrencyLimit() async throws {
    let pictures = (1...4).map { _ in Promise.value(Picture()) }

    let two = ConcurrencyLimitedDispatcher(limit: 2)
    let thumbnails = pictures.map { picture in picture.map(on: two) { $0.scaled() } }

    for thumbnail in thumbnails { #expect(try await thumbnail.async().width == 10) }
  }

  @Test("Questions, ten a second")
  func rateLimit() async throws {
    let questions = (1...5).map { Promise.value("\($0)") }

    let polite = RateLimitedDispatcher(maxDispatches: 10, perInterval: 1)
    let answers = questions.map { question in question.then(on: polite) { ask($0) } }

    #expect(try await when(fulfilled: answers).async() == ["1!", "2!", "3!", "4!", "5!"])
  }

  @Test("A promise of what a completion handler is given")
  func promise() async throws {
    let chart = Promise<Chart> { seal in
      legacyLoad { chart, error in seal.resolve(chart, error) }
    }
    #expect(try await chart.async().title == "legacy")
  }

  @Test("An errand's promise, and an errand of promises")
  func errands() async throws {
    let scope = Scope()
    let chart = Errand.fromPromise { loadChart() }.timeout(after: .seconds(5))
    firstly { chart.promise(in: scope) }
      .done { self.title = $0.title }
      .catch { self.report($0) }
    #expect(try await shown.event(1) == "chart")
  }
}

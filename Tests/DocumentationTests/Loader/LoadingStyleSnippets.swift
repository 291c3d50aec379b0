import Dispatch
import Errands
import ErrandsBolts
import ErrandsCombine
import ErrandsLoading
import ErrandsOperations
import ErrandsPromises
import ErrandsTesting
import ErrandsUpstream
import Testing

@Suite("The snippets of a load in nine styles", .timeLimit(.minutes(1)))
struct LoadingStyleSnippets {
  struct Chart: Sendable, Decodable {
    let title: String
  }

  private final class Listener: RunDelegate {
    let heard = Events<String>()

    func run(_ run: Run<Chart>, didSettle outcome: Swift.Result<Chart, any Error>) {
      heard.record("delegate")
    }
  }

  @Test("are faces of one errand")
  func styles() async throws {
    try await withLoader(respond: { _ in .json(#"{"title": "Sea"}"#) }) { fetcher, upstream in
      let (scope, request) = (Scope(), FetchRequest(upstream.url("/chart.json")))
      let (listener, queue, group) = (Listener(), AsyncOperationQueue("charts"), DispatchGroup())
      let heard = listener.heard
      let show: @Sendable (Chart) -> Void = { heard.record($0.title) }
      let tell: @Sendable (Swift.Result<Chart, any Error>) -> Void = { _ in heard.record("told") }

      let newest = fetcher.json(Chart.self, for: request)

      let chart = try await newest.value(in: scope)
      newest.run(in: scope, on: .concurrent) { outcome in tell(outcome) }
      newest.run(delegate: listener, in: scope, on: .concurrent)
      newest.run(entering: group, in: scope, on: .concurrent) { outcome in tell(outcome) }
      for await event in newest.events(in: scope) { print(event) }
      let promise = newest.promise(in: scope).map(on: .global()) { chart in chart.title }
      let task = newest.boltsTask(in: scope)
      let operation = newest.operation(name: "newest chart", in: scope)
      let subscription = newest.publisher(in: scope).sink(receiveCompletion: { _ in }, receiveValue: show)

      queue.addOperation(operation)
      #expect(chart.title == "Sea")
      #expect(try await promise.async() == "Sea")
      #expect(try await task.value.title == "Sea")
      #expect(try await operation.value.title == "Sea")
      _ = try await heard.first { $0 == "delegate" }
      _ = try await heard.first { $0 == "told" }
      _ = try await heard.first { $0 == "Sea" }
      try await Errand.waiting(for: group).value()
      subscription.cancel()
    }
  }
}

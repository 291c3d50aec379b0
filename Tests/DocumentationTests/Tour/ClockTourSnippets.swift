import Dispatch
import Errands
import ErrandsCombine
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Testing

private struct Story: Sendable, Decodable {
  let title: String
}

private enum StoryState: Sendable {
  case loading, loaded(Story), failed(any Error)
}

@MainActor
private final class StoryModel: ObservableObject {
  @Published var state = StoryState.loading {
    didSet { states.record(state) }
  }
  let states = Events<StoryState>()
  private let scope = Scope()

  func load(_ request: FetchRequest, by fetcher: Fetcher) {
    fetcher.json(Story.self, for: request).publisher(in: scope)
      .map { @Sendable story in StoryState.loaded(story) }
      .catch { @Sendable error in Just(StoryState.failed(error)) }
      .receive(on: DispatchQueue.main)
      .weakAssign(to: \.state, on: self)
      .store(in: scope)
  }
}

@Suite("The tour's clock and models", .timeLimit(.minutes(1)))
struct ClockTourSnippets {
  @Test("tick")
  func clock() async throws {
    let (scope, shown) = (Scope(), Events<Int>())
    let show: @Sendable (ContinuousClock.Instant) -> Void = { _ in shown.record(1) }

    TickPublisher(every: .milliseconds(500))
      .sink(in: scope) { @Sendable tick in show(tick) }

    _ = try await shown.event(2)
    scope.cancel()
  }

  @Test("say what they are: there, or not to be had")
  func states() async throws {
    try await withLoader(respond: { request in
      request.path == "/1" ? .json(#"{"title": "Sea"}"#) : .status(404)
    }) { fetcher, upstream in
      let (there, missing) = await (StoryModel(), StoryModel())
      await there.load(FetchRequest(upstream.url("/1")), by: fetcher)
      await missing.load(FetchRequest(upstream.url("/2")), by: fetcher)
      guard case .loaded(let story) = try await there.states.event(1) else { throw Unexpected() }
      guard case .failed(let error) = try await missing.states.event(1) else { throw Unexpected() }
      #expect(story.title == "Sea")
      #expect("\(error)".contains("404"))
    }
  }

  private struct Unexpected: Error {}
}

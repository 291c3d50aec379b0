import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Testing

private struct Songs: Sendable, Decodable, Equatable {
  let titles: [String]
}

private final class MusicScreen: Sendable {
  let shown = Events<Result<Songs, any Error>>()
  private let scope = Scope()

  func load(_ request: FetchRequest, by fetcher: Fetcher) {
    fetcher.json(Songs.self, for: request)
      .run(for: self, in: scope, on: .mainActor) { screen, outcome in screen.show(outcome) }
  }

  func show(_ outcome: Result<Songs, any Error>) { shown.record(outcome) }
}

@Suite("The tour's chart of music", .timeLimit(.minutes(1)))
struct MusicTourSnippets {
  @Test("is shown")
  func shown() async throws {
    try await withLoader(respond: { _ in .json(#"{"titles": ["Sea"]}"#) }) { fetcher, upstream in
      let screen = MusicScreen()
      screen.load(FetchRequest(upstream.url("/chart.json")), by: fetcher)
      let songs = try await screen.shown.event(1).get()
      #expect(songs == Songs(titles: ["Sea"]))
    }
  }

  @Test("that cannot be read is an error, and not an empty screen")
  func unreadable() async throws {
    try await withLoader(respond: { _ in .json(#"{"titles": 7}"#) }) { fetcher, upstream in
      let screen = MusicScreen()
      screen.load(FetchRequest(upstream.url("/chart.json")), by: fetcher)
      let outcome = try await screen.shown.event(1)
      let error = #expect(throws: FetchError.self) { try outcome.get() }
      #expect("\(try #require(error))".contains("titles"))
    }
  }

  /// With a task of URLSession's the load would go on, and its completion would be called for nobody.
  @Test("ends with its screen, at the server too")
  func left() async throws {
    let never: @Sendable (RecordedRequest) async throws -> Script = { _ in
      try await Gate().wait()
      return .json("{}")
    }
    try await withLoader(respond: never) { fetcher, upstream in
      var screen: MusicScreen? = MusicScreen()
      screen?.load(FetchRequest(upstream.url("/chart.json")), by: fetcher)
      _ = try await upstream.request(1)
      screen = nil
      try await upstream.earlyCloses(atLeast: 1)
    }
  }
}

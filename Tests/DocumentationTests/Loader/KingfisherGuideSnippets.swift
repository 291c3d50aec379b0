import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

/// A cell of a list that shows one picture after another.
private final class CoverCell: Sendable {
  let shown = Events<Int>()

  func show(_ outcome: Result<FetchedData, any Error>) {
    shown.record((try? outcome.get().body.count) ?? 0)
  }
}

@Suite("The snippets for who comes from Kingfisher", .timeLimit(.minutes(1)))
struct KingfisherGuideSnippets {
  private let scope = Scope()

  @Test("set up a fetcher")
  func setUp() async throws {
    try await withFolder { path in
      let (folder, transport) = (URL(filePath: path), loopback())

      var configuration = Fetcher.Configuration()
      configuration.cache = HTTPCache(folder: folder, maximumAge: .seconds(7 * 86_400))
      configuration.deadline = .seconds(15)
      configuration.retry = RetryPolicy(retries: 3, base: .seconds(2), cap: .seconds(30))
      let fetcher = Fetcher(transport: transport, configuration: configuration)

      #expect(fetcher.configuration.deadline == .seconds(15))
    }
  }

  @Test("show a cover in a cell")
  func cell() async throws {
    let cache = HTTPCache()
    try await withLoader({ $0.cache = cache }, respond: { _ in .ok("cover") }) { fetcher, upstream in
      let (url, cell, other) = (upstream.url("/cover"), CoverCell(), upstream.url("/other"))
      let bar = Events<Int64>()

      var request = FetchRequest(url)
      let cover = fetcher.data(for: request)
      let run = cover.run(for: cell, in: scope, on: .mainActor) { cell, outcome in cell.show(outcome) }
      run.onProgress(on: .mainActor) { progress in bar.record(progress.completed) }
      let shown = try await cell.shown.event(1)
      #expect(shown == 5)
      run.cancel()

      request.cacheUse = .reload
      request.cacheUse = .onlyFromCache
      request.key = "cover 7"
      let either = cover.recover { _ in fetcher.data(for: FetchRequest(other)) }
      await cache.removeAll()
      let bytes = cache.statistics.disk.bytes

      let answer = try await either.value()
      #expect(answer.body.count == 5)
      #expect(bytes == 0)
    }
  }
}

import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("The snippets for who comes from Nuke", .timeLimit(.minutes(1)))
struct NukeGuideSnippets {
  private let scope = Scope()

  @Test("set up a fetcher")
  func setUp() async throws {
    try await withFolder { path in
      let (folder, transport) = (URL(filePath: path), loopback())

      var configuration = Fetcher.Configuration()
      configuration.cache = HTTPCache(memoryLimit: 64 << 20, folder: folder, diskLimit: 150 << 20)
      configuration.admission = Admission()
      let fetcher = Fetcher(transport: transport, configuration: configuration)

      #expect(fetcher.configuration.admission?.limits.perHost == 8)
    }
  }

  @Test("load, follow and prefetch")
  func load() async throws {
    let cache = HTTPCache()
    try await withLoader(
      { $0.cache = cache },
      respond: { _ in .ok("cover", headers: ["Cache-Control": "max-age=60"]) }
    ) { fetcher, upstream in
      let (url, loads) = (upstream.url("/cover"), Events<String>())
      let follow: (RunEvent<FetchedData>) -> Void = { _ in loads.record("event") }
      let (later, prefetching) = ([upstream.url("/next")], Scope())

      var request = FetchRequest(url)
      let bytes = try await fetcher.data(for: request).value().body
      for await event in fetcher.data(for: request).events(in: scope) { follow(event) }

      let run = fetcher.data(for: request).run(in: scope)
      run.priority = .high
      run.cancel()

      fetcher.prefetch(later.map { FetchRequest($0) }, in: prefetching)
      prefetching.cancel()

      request.cacheUse = .reload
      request.cacheUse = .onlyFromCache
      request.cacheUse = .none
      request.key = "cover 7"
      await cache.purge(url)

      #expect(bytes == Data("cover".utf8))
      #expect(loads.all.isEmpty == false)
    }
  }

  @Test("share what is made of an answer")
  func shared() async throws {
    try await withLoader(respond: { _ in .ok("cover") }) { fetcher, upstream in
      let url = upstream.url("/cover")
      let decode: @Sendable (FetchedData) async throws -> Int = { $0.body.count }

      let decoding = SingleFlight<URL, Int>()
      let cover = fetcher.data(for: FetchRequest(url)).flatMap { answer in
        Errand { try await decode(answer) }
      }
      let size = try await decoding.share(cover, for: url).value()

      #expect(size == 5)
    }
  }
}

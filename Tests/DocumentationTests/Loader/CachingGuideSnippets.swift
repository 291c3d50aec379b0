import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("The snippets of “Caching”", .timeLimit(.minutes(1)))
struct CachingGuideSnippets {
  private static func answer(to request: RecordedRequest) -> Script {
    .ok("chart", headers: ["Cache-Control": "max-age=600"])
  }

  private let transport = loopback()

  @Test("keep answers in memory and in a folder")
  func setUp() async throws {
    try await withFolder { path in
      let folder = URL(filePath: path)

      var configuration = Fetcher.Configuration()
      configuration.cache = HTTPCache(memoryLimit: 64 << 20, folder: folder, diskLimit: 1 << 30)
      let fetcher = Fetcher(transport: transport, configuration: configuration)

      #expect(fetcher.configuration.cache?.statistics.diskFailure == nil)
    }
  }

  @Test("tell where an answer came from")
  func status() async throws {
    try await withLoader({ $0.cache = HTTPCache() }, respond: Self.answer) { fetcher, upstream in
      let request = FetchRequest(upstream.url("/chart"))

      let first = try await fetcher.data(for: request).value()
      let second = try await fetcher.data(for: request).value()
      print(second.cacheStatus?.description ?? "no cache")

      #expect(first.cacheStatus?.description == "errands; fwd=uri-miss; stored")
      #expect(second.cacheStatus?.source == .hit)
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("say what a request wants of the cache")
  func use() async throws {
    try await withLoader({ $0.cache = HTTPCache() }, respond: Self.answer) { fetcher, upstream in
      var request = FetchRequest(upstream.url("/chart"))

      request.cacheUse = .reload
      _ = try await fetcher.data(for: request).value()
      request.cacheUse = .onlyFromCache
      let stored = try await fetcher.data(for: request).value()
      request.cacheUse = .none
      _ = try await fetcher.data(for: request).value()
      request.cacheUse = .staleThenFresh
      let quick = try await fetcher.data(for: request).value()

      // Not the whole: it may have become a second older.
      #expect(stored.body == quick.body)
      #expect(upstream.requestCount == 2)
    }
  }

  @Test("give what is there, and then what the server says")
  func updates() async throws {
    try await withLoader(
      { $0.cache = HTTPCache() },
      respond: { .ok("\($0.number)", headers: ["Cache-Control": "max-age=0"]) }
    ) { fetcher, upstream in
      let request = FetchRequest(upstream.url("/chart"))
      let shown = Events<String>()
      let show = { (answer: FetchedData) in shown.record(String(decoding: answer.body, as: UTF8.self)) }
      _ = try await fetcher.data(for: request).value()

      for try await answer in fetcher.updates(for: request) { show(answer) }

      #expect(shown.all == ["1", "2"])
    }
  }

  @Test("remove answers, and count")
  func purge() async throws {
    let cache = HTTPCache()
    try await withLoader({ $0.cache = cache }, respond: Self.answer) { fetcher, upstream in
      let url = upstream.url("/chart")
      _ = try await fetcher.data(for: FetchRequest(url)).value()

      await cache.purge(url)
      await cache.purge(key: "chart 7")
      await cache.purge(host: "api.example.com")
      await cache.removeAll()
      let statistics = cache.statistics
      print(statistics.memory.entries, statistics.disk.bytes, statistics.diskFailure ?? "no failure")

      #expect(statistics.memory.evictions[.purged] == 1)
    }
  }

  @Test("serve many users")
  func shared() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "errands-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }

    let cache = HTTPCache(folder: folder, maximumAge: .seconds(86_400), isShared: true)

    #expect(cache.statistics.memory.entries == 0)
  }
}

import Errands
import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsPostgres
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("Answers that several processes share", .timeLimit(.minutes(2)))
struct SharedTransportTests {
  /// Runs a test with fetchers that share what the upstream answers, each over a connection of its own to the database.
  private func withFetchers(
    _ count: Int,
    byteLimit: Int64 = 1_000_000,
    respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
    _ test: ([Fetcher], ScriptedUpstream) async throws -> Void
  ) async throws {
    let address = try await TestServer.database()
    let upstream = try await ScriptedUpstream.start(respond: respond)
    var fetchers: [Fetcher] = []
    // On a busy machine one would ask for itself what another asks for.
    var configuration = PostgresCache.Configuration()
    configuration.patience = .seconds(600)
    configuration.lease = .seconds(600)
    for _ in 0..<count {
      let cache = PostgresCache(PostgresPool(address), configuration: configuration)
      try await cache.prepare().value()
      let transport = AsyncHTTPClientTransport.local()
      let shared = SharedTransport(over: transport, tier: cache, byteLimit: byteLimit)
      fetchers.append(Fetcher(transport: shared, configuration: Fetcher.Configuration()))
    }
    let result: Result<Void, any Error>
    do {
      result = .success(try await test(fetchers, upstream))
    } catch {
      result = .failure(error)
    }
    await upstream.stop()
    try result.get()
  }

  private func kept(_ text: String, _ caching: String = "max-age=60") -> Script {
    .ok(text, headers: ["Cache-Control": caching])
  }

  @Test("What is asked for at three processes at once is asked of its server once, and is there behind that")
  func once() async throws {
    let gate = Gate()
    let respond: @Sendable (RecordedRequest) async throws -> Script = { [self] _ in
      try await gate.wait()
      return kept("cover")
    }
    try await withFetchers(3, respond: respond) { fetchers, upstream in
      let request = FetchRequest(upstream.url("/cover"))
      let runs = (0..<60).map { fetchers[$0 % 3].data(for: request).run() }
      _ = try await upstream.request(1)
      gate.open()
      for run in runs { #expect(try await run.value.body == Data("cover".utf8)) }
      let later = try await fetchers[1].data(for: request).value()
      #expect(later.head.fields["Content-Type"] == "text/plain; charset=utf-8")
      #expect(later.head.fields["Age"].flatMap { Int($0) } != nil)
      #expect(upstream.requestCount == 1)
    }
  }

  @Test(
    "What may not be kept by a cache for several users is asked for each time",
    arguments: ["no-store", "private, max-age=60", "max-age=0", "no-cache, max-age=60"]
  )
  func unkept(_ caching: String) async throws {
    try await withFetchers(2, respond: { [self] _ in kept("x", caching) }) { fetchers, upstream in
      for fetcher in fetchers { _ = try await fetcher.data(for: FetchRequest(upstream.url("/x"))).value() }
      #expect(upstream.requestCount == 2)
    }
  }

  @Test(
    "A request that says more than what it wants goes past it",
    arguments: ["Authorization", "Cookie", "Range", "If-None-Match", "Cache-Control", "Accept"]
  )
  func telling(_ field: String) async throws {
    try await withFetchers(1, respond: { [self] _ in kept("x") }) { fetchers, upstream in
      let request = FetchRequest(upstream.url("/x"))
      _ = try await fetchers[0].data(for: request).value()
      var telling = request
      telling.fields[field] = field == "Cache-Control" ? "no-cache" : field == "Range" ? "bytes=0-0" : "\"x\""
      _ = try await fetchers[0].data(for: telling).value()
      #expect(upstream.requestCount == 2)
    }
  }

  @Test("A body that is too long is an error, and none that was cut off is kept")
  func tooLong() async throws {
    let respond: @Sendable (RecordedRequest) async throws -> Script = { [self] in
      kept($0.number < 3 ? "cover" : "c")
    }
    try await withFetchers(1, byteLimit: 4, respond: respond) { fetchers, upstream in
      let request = FetchRequest(upstream.url("/x"))
      for _ in 0..<2 {
        let error = await #expect(throws: FetchError.self) {
          try await fetchers[0].data(for: request).value()
        }
        #expect(error?.cause == .tooLarge(limit: 4))
      }
      let short = try await fetchers[0].data(for: request).value()
      #expect(short.body == Data("c".utf8))
      #expect(upstream.requestCount == 3)
    }
  }

  @Test("What stands there and is no answer is passed over")
  func damaged() async throws {
    let cache = Damaged()
    let transport = AsyncHTTPClientTransport.local()
    let shared = SharedTransport(over: transport, tier: cache, byteLimit: 1_000)
    let fetcher = Fetcher(transport: shared, configuration: Fetcher.Configuration())
    try await withFetchers(0, respond: { [self] _ in kept("cover") }) { _, upstream in
      for _ in 0..<2 {
        let data = try await fetcher.data(for: FetchRequest(upstream.url("/x"))).value()
        #expect(data.body == Data("cover".utf8))
      }
      #expect(upstream.requestCount == 2)
    }
  }
}

/// What was written by another version, or by another program.
private struct Damaged: SharedTier {
  func value(for key: String, make: Errand<SharedValue>) -> Errand<Data> { .success(Data("none".utf8)) }
  func purge(_ part: CachePart) -> Errand<Void> { .success(()) }
  func attach(_ cache: HTTPCache) async {}
}

extension AsyncHTTPClientTransport {
  /// One that may reach loopback.
  static func local() -> AsyncHTTPClientTransport {
    var configuration = Configuration()
    configuration.addressGuard = AddressGuard(allowsPrivate: true)
    return AsyncHTTPClientTransport(configuration: configuration)
  }
}

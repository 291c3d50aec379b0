import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

/// The names of files had the address in them, too. A signed address changes with every request: after a restart nothing was
/// found, each signature had a copy of its own, and what was renewed or removed was another one's.
@Suite("Answers in a folder under keys of the caller's", .timeLimit(.minutes(1)))
struct CachedLoadKeyTests {
  private let time = WallTime()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// As another process, or the next one, has it: with nothing in memory.
  private var cache: HTTPCache { .test(time, in: folder, memoryLimit: 0) }

  private func signed(_ upstream: ScriptedUpstream, _ signature: Int) -> URL {
    upstream.url("/photo?signature=\(signature)")
  }

  private func load(
    _ cache: HTTPCache,
    _ upstream: ScriptedUpstream,
    _ signature: Int,
    _ fields: HTTPFields = [:],
    key: String? = "photo"
  ) async throws -> FetchedData {
    var configuration = Fetcher.Configuration()
    configuration.cache = cache
    configuration.retry = .never
    let fetcher = Fetcher(transport: Carrier.asyncHTTPClient.transport(), configuration: configuration)
    return try await fetcher.answer(signed(upstream, signature), .usual, fields, key: key)
  }

  @Test("Are found by the next process, whatever the address is by then")
  func nextProcess() async throws {
    try await withUpstream(respond: { .fresh("\($0.number)") }) { upstream in
      for signature in 1...3 {
        let answer = try await load(cache, upstream, signature)
        #expect(answer.text == "1")
        #expect(answer.told == (signature == 1 ? "fwd=uri-miss; stored" : "hit; ttl=60"))
      }
      #expect(upstream.requestCount == 1)
      #expect(folder.cacheFiles.count == 2)
      // A key is one thing, and the address another.
      #expect(try await load(cache, upstream, 1, key: nil).text == "2")
      #expect(try await load(cache, upstream, 1, key: "\(signed(upstream, 1))").text == "3")
    }
  }

  @Test("Are renewed and replaced in their one place")
  func renewed() async throws {
    let tag = Lock("\"a\"")
    try await withUpstream(respond: { .tagged("\($0.number)", tag.withLock { $0 }, for: $0) }) { upstream in
      let first = try await load(cache, upstream, 1)
      #expect(first.text == "1")
      time.pass(100)
      let renewed = try await load(cache, upstream, 2)
      #expect(renewed.told == "fwd=stale; fwd-status=304; ttl=60; stored")
      #expect(renewed.text == "1")
      #expect(try await load(cache, upstream, 3).told == "hit; ttl=60")
      time.pass(100)
      tag.withLock { $0 = "\"b\"" }
      #expect(try await load(cache, upstream, 4).text == "3")
      #expect(try await load(cache, upstream, 5).text == "3")
      #expect(folder.cacheFiles.count == 2)
    }
  }

  @Test("Have their variants")
  func variants() async throws {
    try await withUpstream(respond: { request in
      let language = request.headers["Accept-Language"] ?? "none"
      return .ok(language, headers: ["Cache-Control": "max-age=60", "Vary": "Accept-Language"])
    }) { upstream in
      let one = cache
      for signature in 1...2 {
        for language in ["de", "vi"] {
          let answer = try await load(one, upstream, signature, ["Accept-Language": language])
          #expect(answer.text == language)
        }
      }
      #expect(upstream.requestCount == 2)
      #expect(folder.cacheFiles.count == 4)
      // The next process knows them when it has looked at the folder.
      let next = cache
      await next.disk?.sweep()
      #expect(try await load(next, upstream, 3, ["Accept-Language": "vi"]).text == "vi")
      #expect(upstream.requestCount == 2)
    }
  }

  /// How a thing can be removed.
  enum Removal: String, CaseIterable, Sendable {
    case byKey, byHost, byAddress, byRequest
    case otherKey, otherHost, otherAddress

    var isOther: Bool { rawValue.hasPrefix("other") }

    func perform(_ cache: HTTPCache, _ upstream: ScriptedUpstream) async throws {
      switch self {
      case .byKey: await cache.purge(key: "photo")
      case .byHost: await cache.purge(host: "127.0.0.1")
      case .byAddress: await cache.purge(upstream.url("/photo?signature=1"))
      case .byRequest:
        var request = FetchRequest(upstream.url("/photo?signature=7"), method: .delete)
        request.key = "photo"
        var configuration = Fetcher.Configuration()
        configuration.cache = cache
        let fetcher = Fetcher(
          transport: Carrier.asyncHTTPClient.transport(),
          configuration: configuration
        )
        _ = try await fetcher.data(for: request).value()
      case .otherKey: await cache.purge(key: "film")
      case .otherHost: await cache.purge(host: "example.com")
      case .otherAddress: await cache.purge(upstream.url("/photo?signature=2"))
      }
    }
  }

  @Test("Are removed, by this process and by another one", arguments: Removal.allCases, [true, false])
  func removed(_ removal: Removal, _ isSame: Bool) async throws {
    try await withUpstream(respond: { .fresh("\($0.number)") }) { upstream in
      // The first has it in memory as well, where it is the one that removes it.
      let first = HTTPCache.test(time, in: folder, memoryLimit: isSame ? 1 << 22 : 0)
      _ = try await load(first, upstream, 1)
      try await removal.perform(isSame ? first : cache, upstream)
      #expect(folder.cacheFiles.count == (removal.isOther ? 2 : 0))
      #expect(
        try await load(first, upstream, 3).cacheStatus?.source
          == (removal.isOther ? .hit : .forwarded(.uriMiss))
      )
    }
  }

  /// In memory it had the address that had been asked for, and a purge of its own did not find it.
  @Test("Are removed from memory by the address that they came from, whatever they were asked for by")
  func removedCopy() async throws {
    try await withUpstream(respond: { .fresh("\($0.number)") }) { upstream in
      _ = try await load(cache, upstream, 1)
      let second = HTTPCache.test(time, in: folder)
      #expect(try await load(second, upstream, 3).text == "1")
      await second.purge(signed(upstream, 3))
      #expect(try await load(second, upstream, 3).text == "1")
      await second.purge(signed(upstream, 1))
      #expect(second.statistics.memory.entries == 0)
      #expect(try await load(second, upstream, 3).text == "2")
    }
  }

  @Test("Are removed by key while they are on their way into the cache")
  func removedOnTheWay() async throws {
    let gate = Gate()
    let script = Script(
      headers: ["Cache-Control": "max-age=60"],
      framing: .length(4),
      steps: [.text("be"), .wait(gate.wait), .text("en")]
    )
    let cache = HTTPCache.test(time, in: folder)
    try await withCachedFetcher(cache, respond: { _ in script }) { fetcher, upstream in
      var request = FetchRequest(signed(upstream, 1))
      request.key = "photo"
      let progress = Events<RunProgress>()
      let run = fetcher.data(for: request).begun(progress)
      _ = try await progress.first { $0.completed == 2 }
      await cache.purge(key: "photo")
      gate.open()
      #expect(try await run.value.cacheStatus?.isStored == false)
      #expect(cache.statistics.memory.entries == 0)
    }
    #expect(folder.cacheFiles.isEmpty)
  }

  /// As it was written before the key alone told the place.
  @Test("Under a former name are not found, go by their age, and are removed by their key")
  func formerNames() async throws {
    try await withUpstream(respond: { .fresh("\($0.number)") }) { upstream in
      let cache = cache
      let tier = try #require(cache.disk)
      let former = FetchRequest(signed(upstream, 1))
      for _ in 0..<2 {
        let head = cachedHead(former, at: time.seconds)
        await tier.store(head, Data("former".utf8), to: former, key: FetchRequest.cacheKey("photo"))
        let answer = try await load(cache, upstream, 1)
        #expect(answer.text != "former")
        #expect(folder.cacheFiles.count == 4)
        await cache.purge(key: "photo")
        #expect(folder.cacheFiles.isEmpty)
      }
      await tier.store(
        cachedHead(former, at: time.seconds),
        Data("former".utf8),
        to: former,
        key: "key photo"
      )
      #expect(folder.cacheFiles.count == 2)
      time.pass(1_100_000)
      await tier.sweep()
      #expect(folder.cacheFiles.isEmpty)
      #expect(cache.statistics.disk.evictions[.age] == 1)
    }
  }
}

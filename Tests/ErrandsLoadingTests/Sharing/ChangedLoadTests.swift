import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

/// A load that began behind a change that had been answered joined one that had asked before it, and saw the state of before.
@Suite("Loads behind a change", .timeLimit(.minutes(1)))
struct ChangedLoadTests {
  private let gate = Gate()

  /// The first to ask for a thing waits for the gate.
  private var held: @Sendable (RecordedRequest) async throws -> Script {
    { [gate] request in
      if request.method == "GET", request.number == 1 { try await gate.wait() }
      return .ok("\(request.method) \(request.number)", headers: ["Cache-Control": "max-age=60"])
    }
  }

  private func withEach(
    _ isCached: Bool,
    respond: (@Sendable (RecordedRequest) async throws -> Script)? = nil,
    _ body: @escaping @Sendable (Fetcher, ScriptedUpstream) async throws -> Void
  ) async throws {
    let change: (inout Fetcher.Configuration) -> Void = { $0.cache = isCached ? HTTPCache() : nil }
    try await withFetcher(.asyncHTTPClient, change, respond: respond ?? held, body)
  }

  @Test("do not join what was asked before it", arguments: [false, true])
  func unsafe(_ isCached: Bool) async throws {
    try await withEach(isCached) { [gate] fetcher, upstream in
      let before = fetcher.data(for: FetchRequest(upstream.url("/a"))).run()
      _ = try await upstream.request(1)
      _ = try await fetcher.data(for: FetchRequest(upstream.url("/a"), method: .put)).value()
      #expect(try await fetcher.data(for: FetchRequest(upstream.url("/a"))).value().text == "GET 3")
      gate.open()
      #expect(try await before.value.text == "GET 1")
      // And what was asked before is not kept as the newer one.
      if isCached {
        #expect(try await fetcher.data(for: FetchRequest(upstream.url("/a"))).value().text == "GET 3")
      }
      #expect(fetcher.flights.count == 0)
    }
  }

  @Test("of another thing, or of one that has failed, join as ever", arguments: [false, true])
  func others(_ isCached: Bool) async throws {
    let gate = gate
    let respond: @Sendable (RecordedRequest) async throws -> Script = { request in
      if request.method == "GET" { try await gate.wait() }
      return request.path == "/a" && request.method != "GET" ? .status(403) : .ok(request.path)
    }
    try await withEach(isCached, respond: respond) { fetcher, upstream in
      let paths = ["/a", "/b"]
      let before = paths.map { fetcher.data(for: FetchRequest(upstream.url($0))).run() }
      _ = try await upstream.request(2)
      _ = await fetcher.data(for: FetchRequest(upstream.url("/a"), method: .delete)).outcome()
      _ = try await fetcher.data(for: FetchRequest(upstream.url("/c"), method: .post)).value()
      let after = paths.map { fetcher.data(for: FetchRequest(upstream.url($0))).run() }
      gate.open()
      for run in before + after { _ = try await run.value }
      #expect(upstream.requests.count { $0.method == "GET" } == 2)
    }
  }

  @Test("under a key of the caller's do not, whatever the address", arguments: [false, true])
  func keyed(_ isCached: Bool) async throws {
    try await withEach(isCached) { [gate] fetcher, upstream in
      let request: @Sendable (String, FetchRequest.Method) -> FetchRequest = { path, method in
        var request = FetchRequest(upstream.url(path), method: method)
        request.key = "the thing"
        return request
      }
      let before = fetcher.data(for: request("/a?signed=1", .get)).run()
      _ = try await upstream.request(1)
      _ = try await fetcher.data(for: request("/b", .put)).value()
      #expect(try await fetcher.data(for: request("/a?signed=2", .get)).value().text == "GET 3")
      gate.open()
      #expect(try await before.value.text == "GET 1")
    }
  }

  @Test("that a purge is do not either: by address, by key, by host and all of it", arguments: 0..<4)
  func purge(_ kind: Int) async throws {
    let cache = HTTPCache()
    try await withFetcher(.asyncHTTPClient, { $0.cache = cache }, respond: held) { [gate] fetcher, upstream in
      var request = FetchRequest(upstream.url("/a"))
      if kind == 1 { request.key = "the thing" }
      let before = fetcher.data(for: request).run()
      _ = try await upstream.request(1)
      switch kind {
      case 0: await cache.purge(request.url)
      case 1: await cache.purge(key: "the thing")
      case 2: await cache.purge(host: request.url.host ?? "")
      default: await cache.removeAll()
      }
      #expect(try await fetcher.data(for: request).value().text == "GET 2")
      gate.open()
      #expect(try await before.value.text == "GET 1")
      #expect(try await fetcher.data(for: request).value().text == "GET 2")
    }
  }

  @Test("A cache forgets the fetchers that are gone")
  func forgotten() {
    var configuration = Fetcher.Configuration()
    let cache = HTTPCache()
    configuration.cache = cache
    let transport = Carrier.asyncHTTPClient.transport()
    var fetchers = (0..<3).map { _ in Fetcher(transport: transport, configuration: configuration) }
    #expect(cache.listenerCount == 3)
    fetchers.removeLast()
    #expect(cache.listenerCount == 2)
    fetchers.removeAll()
    #expect(cache.listenerCount == 0)
  }
}

import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

/// Fetchers that share a cache may take different things. What one of them had stored was given to the others unseen.
@Suite("What a cache has, and a load does not take", .timeLimit(.minutes(1)))
struct CachedLoadLimitTests {
  private let time = WallTime()

  private struct Unwanted: Error {}

  private func fetcher(
    _ cache: HTTPCache,
    _ change: (inout Fetcher.Configuration) -> Void = { _ in }
  ) -> Fetcher {
    var configuration = Fetcher.Configuration()
    configuration.cache = cache
    configuration.retry = .never
    change(&configuration)
    return Fetcher(transport: Carrier.asyncHTTPClient.transport(), configuration: configuration)
  }

  /// Where it is found.
  enum Tier: String, CaseIterable, Sendable {
    case memory
    /// In one piece, and in several.
    case disk, largeOnDisk
  }

  @Test("A body beyond the limit is too large, as it is from the server", arguments: Tier.allCases)
  func byteLimit(_ tier: Tier) async throws {
    let folder = try TemporaryFolder()
    let cache = HTTPCache.test(time, in: folder, memoryLimit: tier == .memory ? 1 << 22 : 0)
    let count = tier == .largeOnDisk ? 3 << 20 : 2_000
    let script = Script(headers: ["Cache-Control": "max-age=60"], steps: [.repeating([7], count: count)])
    try await withUpstream(respond: { _ in script }) { upstream in
      let url = upstream.url
      _ = try await fetcher(cache).answer(url)
      let narrow = fetcher(cache) { $0.byteLimit = 1 << 10 }
      let error = await narrow.error(url)
      #expect(error == FetchError(url, .tooLarge(limit: 1 << 10)))
      // As much as it takes is given.
      let part = try await narrow.answer(url, .usual, ["Range": "bytes=0-99"])
      #expect(part.body == Data(repeating: 7, count: 100))
      #expect(try await fetcher(cache).answer(url).body.count == count)
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("A check is asked about what is stored, and refuses it", arguments: Tier.allCases)
  func check(_ tier: Tier) async throws {
    let folder = try TemporaryFolder()
    let cache = HTTPCache.test(time, in: folder, memoryLimit: tier == .memory ? 1 << 22 : 0)
    let count = tier == .largeOnDisk ? 3 << 20 : 2_000
    let script = Script(headers: ["Cache-Control": "max-age=60"], steps: [.repeating([7], count: count)])
    try await withUpstream(respond: { _ in script }) { upstream in
      let request = FetchRequest(upstream.url)
      _ = try await fetcher(cache).data(for: request).value()
      let asked = Events<FetchHead>()
      let refusing = fetcher(cache) {
        $0.validate = { head in
          asked.record(head)
          throw Unwanted()
        }
      }
      await #expect(throws: Unwanted.self) { try await refusing.data(for: request).value() }
      #expect(asked.all.first?.fields["Age"] == "0")
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("Also what is given stale, as the server fails")
  func fallback() async throws {
    let cache = HTTPCache.test(time)
    try await withUpstream(respond: {
      $0.number == 1 ? .fresh("a long text", 60, "stale-if-error=600") : .status(500)
    }) { upstream in
      _ = try await fetcher(cache).text(upstream.url)
      time.pass(100)
      #expect(try await fetcher(cache).text(upstream.url) == "a long text")
      let error = await fetcher(cache) { $0.byteLimit = 3 }.error(upstream.url)
      #expect(error?.cause == .tooLarge(limit: 3))
    }
  }

  @Test("A refusal that is stored is told as such, however little is taken")
  func refusal() async throws {
    let cache = HTTPCache.test(time)
    try await withUpstream(respond: { _ in .status(404, text: "no such thing") }) { upstream in
      for _ in 0..<2 {
        let error = await fetcher(cache) { $0.byteLimit = 3 }.error(upstream.url)
        #expect(error?.cause == .status(404, retryAfter: nil))
      }
      #expect(upstream.requestCount == 1)
    }
  }
}

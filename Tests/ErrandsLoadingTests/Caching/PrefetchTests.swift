import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Testing

@Suite("What is loaded before it is asked for", .timeLimit(.minutes(1)))
struct PrefetchTests {
  private let cache = HTTPCache.test(WallTime())
  private let screen = Scope()

  private static func page(_ request: RecordedRequest) -> Script {
    .ok(request.path, headers: ["Cache-Control": "max-age=60"])
  }

  private func requests(_ count: Int, _ upstream: ScriptedUpstream) -> [FetchRequest] {
    (0..<count).map { FetchRequest(upstream.url("/\($0)")) }
  }

  @Test("Is there when it is asked for; what fails is passed over")
  func whole() async throws {
    try await withCachedFetcher(
      cache,
      respond: { $0.path == "/1" ? .status(403) : Self.page($0) },
      { fetcher, upstream in
        let requests = requests(5, upstream)
        try await fetcher.prefetch(requests, in: screen).value
        #expect(upstream.requestCount == 5)
        for request in requests where request.url.path != "/1" {
          #expect(fetcher.data(for: request).run().outcome != nil)
        }
        #expect(upstream.requestCount == 5)
      }
    )
  }

  @Test("Is loaded a few at a time")
  func atOnce() async throws {
    let gate = Gate()
    try await withCachedFetcher(
      cache,
      respond: {
        try await gate.wait()
        return Self.page($0)
      },
      { fetcher, upstream in
        let run = fetcher.prefetch(requests(9, upstream), in: screen, atOnce: 2)
        _ = try await upstream.request(2)
        gate.open()
        try await run.value
        #expect(upstream.mostRequestsAtOnce <= 2)
        #expect(upstream.requestCount == 9)
      }
    )
  }

  @Test("Ends with its scope, and its connections are closed")
  func scope() async throws {
    try await withCachedFetcher(
      cache,
      respond: { _ in Script(framing: .length(9), steps: [.stall]) },
      { fetcher, upstream in
        let run = fetcher.prefetch(requests(5, upstream), in: screen, atOnce: 2)
        _ = try await upstream.request(2)
        screen.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        try await upstream.earlyCloses(atLeast: 2)
        #expect(upstream.requestCount == 2)
      }
    )
  }

  /// A screen that asked for what was being prefetched waited behind all the rest of it.
  @Test("Waits behind what is asked for, and no longer when it is asked for itself")
  func priority() async throws {
    var limits = Admission.Limits()
    limits.total = 1
    let admission = Admission(limits: limits)
    try await withCachedFetcher(
      cache,
      { $0.admission = admission },
      respond: Self.page,
      { fetcher, upstream in
        let holder = try await admission.place(for: upstream.url).value()
        let run = fetcher.prefetch(requests(3, upstream), in: screen)
        while admission.counts.waiting < 3 { await Task.yield() }
        let asked = fetcher.data(for: FetchRequest(upstream.url("/asked"))).run()
        let joined = fetcher.data(for: FetchRequest(upstream.url("/2"))).run()
        while admission.counts.waiting < 4 { await Task.yield() }
        holder.release()
        _ = try await (asked.value, joined.value, run.value)
        #expect(Set(upstream.requests.prefix(2).map(\.path)) == ["/asked", "/2"])
        #expect(Set(upstream.requests.suffix(2).map(\.path)) == ["/0", "/1"])
      }
    )
  }

  @Test("Is nothing where there is no cache to keep it")
  func withoutCache() async throws {
    try await withFetcher(.asyncHTTPClient, .ok("page")) { fetcher, upstream in
      try await fetcher.prefetch(requests(3, upstream), in: screen).value
      #expect(upstream.requestCount == 0)
    }
  }
}

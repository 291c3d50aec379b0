import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

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
    let clock = VirtualClock()
    try await withCachedFetcher(
      cache,
      clock: clock,
      { $0.admission = admission },
      respond: Self.page,
      { fetcher, upstream in
        let holder = try await admission.place(for: upstream.url).value()
        let run = fetcher.prefetch(requests(3, upstream), in: screen)
        // Each has set its deadline, behind which it comes to the admission.
        try await clock.sleepers(atLeast: 3)
        let asked = fetcher.data(for: FetchRequest(upstream.url("/asked"))).run()
        let joined = fetcher.data(for: FetchRequest(upstream.url("/2"))).run()
        #expect(admission.counts.waiting > 0)
        holder.release()
        _ = try await (asked.value, joined.value, run.value)
        #expect(Set(upstream.requests.prefix(2).map(\.path)) == ["/asked", "/2"])
        #expect(Set(upstream.requests.suffix(2).map(\.path)) == ["/0", "/1"])
      }
    )
  }

  // MARK: Where it is kept

  @Test("Is kept where it is wanted", arguments: CacheTiers.allCases)
  func tiers(_ tiers: CacheTiers) async throws {
    let folder = try TemporaryFolder()
    let cache = HTTPCache.test(WallTime(), in: folder)
    try await withCachedFetcher(cache, respond: Self.page) { fetcher, upstream in
      let requests = requests(3, upstream)
      try await fetcher.prefetch(requests, in: screen, into: tiers).value
      #expect(cache.statistics.memory.entries == (tiers == .disk ? 0 : 3))
      #expect(cache.statistics.disk.entries == (tiers == .memory ? 0 : 3))
      #expect(folder.cacheFiles.count == (tiers == .memory ? 0 : 6))
      // What is there is not fetched again, and stays where it is.
      try await fetcher.prefetch(requests, in: screen, into: tiers).value
      #expect(cache.statistics.memory.entries == (tiers == .disk ? 0 : 3))
      #expect(upstream.requestCount == 3)
      for request in requests {
        #expect(try await fetcher.data(for: request).value().text == request.url.path)
      }
      #expect(upstream.requestCount == 3)
    }
  }

  /// More than there is room for, would it be held.
  @Test("Is not whole in memory while it comes for the folder alone, nor when it is confirmed")
  func largeOnDisk() async throws {
    let folder = try TemporaryFolder()
    let time = WallTime()
    let cache = HTTPCache.test(time, in: folder)
    let count = 24 << 20
    let script = Script(
      headers: ["Cache-Control": "max-age=60", "ETag": "\"a\""],
      steps: [.repeating([7], count: count)]
    )
    try await withCachedFetcher(
      cache,
      { $0.byteLimit = 64 << 20 },
      respond: { $0.headers["If-None-Match"] == nil ? script : .status(304, headers: ["ETag": "\"a\""]) }
    ) { fetcher, upstream in
      var request = FetchRequest(upstream.url)
      request.tiers = .disk
      let answer = try await fetcher.data(for: request).value()
      #expect(answer.cacheStatus?.isStored == true)
      #expect(answer.body.isEmpty)
      time.pass(100)
      let renewed = try await fetcher.data(for: request).value()
      #expect(renewed.cacheStatus?.forwardStatus == 304)
      #expect(renewed.body.isEmpty)
      let hit = try await fetcher.data(for: request).value()
      #expect(hit.cacheStatus?.source == .hit)
      #expect(hit.body.isEmpty)
      #expect(try await fetcher.data(for: FetchRequest(upstream.url)).value().body.count == count)
      #expect(upstream.requestCount == 2)
    }
  }

  @Test("A load of what is on its way to the folder waits for it, and has it from there")
  func joinedOnDisk() async throws {
    let folder = try TemporaryFolder()
    let (cache, gate) = (HTTPCache.test(WallTime(), in: folder), Gate())
    try await withCachedFetcher(
      cache,
      respond: {
        try await gate.wait()
        return Self.page($0)
      },
      { fetcher, upstream in
        let run = fetcher.prefetch(requests(2, upstream), in: screen, into: .disk)
        _ = try await upstream.request(2)
        let loads = requests(2, upstream).map { fetcher.data(for: $0).run() }
        // The one who shares it goes on, whatever becomes of the screen.
        screen.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        gate.open()
        for (number, load) in loads.enumerated() {
          let answer = try await load.value
          #expect(answer.text == "/\(number)")
          #expect(answer.cacheStatus?.source == .hit)
        }
        #expect(upstream.requestCount == 2)
        #expect(fetcher.diskLoads.count == 0)
      }
    )
  }

  @Test("and asks the server itself where that fails")
  func failedOnDisk() async throws {
    let folder = try TemporaryFolder()
    let gate = Gate()
    try await withCachedFetcher(
      .test(WallTime(), in: folder),
      respond: { request in
        guard request.number == 1 else { return Self.page(request) }
        try await gate.wait()
        return .status(500)
      },
      { fetcher, upstream in
        fetcher.prefetch(requests(1, upstream), in: screen, into: .disk)
        _ = try await upstream.request(1)
        let load = fetcher.data(for: requests(1, upstream)[0]).run()
        gate.open()
        #expect(try await load.value.told == "fwd=uri-miss; stored")
      }
    )
  }

  @Test("Is nothing where there is no folder, and it is for that alone")
  func withoutFolder() async throws {
    try await withCachedFetcher(cache, respond: Self.page) { fetcher, upstream in
      try await fetcher.prefetch(requests(3, upstream), in: screen, into: .disk).value
      #expect(upstream.requestCount == 0)
    }
  }

  @Test("Is nothing where there is no cache to keep it")
  func withoutCache() async throws {
    try await withFetcher(.asyncHTTPClient, .ok("page")) { fetcher, upstream in
      try await fetcher.prefetch(requests(3, upstream), in: screen).value
      #expect(upstream.requestCount == 0)
    }
  }
}

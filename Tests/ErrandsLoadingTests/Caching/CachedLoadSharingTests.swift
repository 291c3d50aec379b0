import Dispatch
import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Loads over a cache at the same time", .timeLimit(.minutes(1)))
struct CachedLoadSharingTests {
  private let time = WallTime()

  @Test("Ten threads, one request, one entry", arguments: Carrier.allCases, [false, true])
  func coalescing(_ carrier: Carrier, _ hasFolder: Bool) async throws {
    let folder = try TemporaryFolder()
    let cache = HTTPCache.test(time, in: hasFolder ? folder : nil)
    try await withCachedFetcher(cache, over: carrier, respond: { .fresh("\($0.number)") }) {
      fetcher,
      upstream in
      for round in 1...20 {
        let request = FetchRequest(upstream.url("/\(round)"))
        let outcomes = Events<String?>()
        for _ in 0..<10 {
          Thread.detachNewThread {
            fetcher.data(for: request).run(on: .immediate) { (outcome: Result<FetchedData, any Error>) in
              outcomes.record(try? outcome.get().text)
            }
          }
        }
        _ = try await outcomes.event(10)
        #expect(Set(outcomes.all) == ["\(round)"])
        #expect(upstream.requestCount == round)
        #expect(cache.statistics.memory.stores == round)
      }
      #expect(cache.statistics.disk.stores == (hasFolder ? 20 : 0))
      #expect(fetcher.flights.count == 0)
    }
  }

  /// Nobody was told: two loads of which one had made a request looked like two requests.
  @Test("A load says that it has the answer to another one's request", arguments: [false, true])
  func collapsed(_ isStale: Bool) async throws {
    let gate = Gate()
    try await withCachedFetcher(
      .test(time),
      respond: { request in
        if request.number == (isStale ? 2 : 1) { try await gate.wait() }
        return .tagged("one", "\"a\"", for: request)
      }
    ) { fetcher, upstream in
      if isStale { _ = try await fetcher.text(upstream.url) }
      time.pass(100)
      let runs = (1...3).map { _ in fetcher.data(for: FetchRequest(upstream.url)).run() }
      _ = try await upstream.request(isStale ? 2 : 1)
      // It wants something else of the cache, and asks the server the same.
      var updates = fetcher.updates(for: FetchRequest(upstream.url)).makeAsyncIterator()
      if isStale { #expect(try await updates.next()?.told == "hit; ttl=-40") }
      gate.open()
      let told = isStale ? "fwd=stale; fwd-status=304; ttl=60; stored" : "fwd=uri-miss; stored"
      #expect(try await runs[0].value.told == told)
      for run in runs.dropFirst() { #expect(try await run.value.told == told + "; collapsed") }
      // A hit has joined nobody's request.
      #expect(try await fetcher.answer(upstream.url).told == "hit; ttl=60")
      #expect(upstream.requestCount == (isStale ? 2 : 1))
    }
  }

  @Test("nor is a hit another one's, though its look into the folder is shared")
  func sharedHit() async throws {
    let folder = try TemporaryFolder()
    let cache = HTTPCache.test(time, in: folder, memoryLimit: 0)
    try await withCachedFetcher(cache, respond: { _ in .fresh("one") }) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      // As before the first look at the folder.
      cache.disk?.reads.waiting.withLock { $0 = [] }
      let runs = (1...3).map { _ in fetcher.data(for: FetchRequest(upstream.url)).run() }
      cache.disk?.reads.open()
      for run in runs { #expect(try await run.value.told == "hit; ttl=60") }
    }
  }

  /// Loads were told apart by address and fields alone: one that was to ask the server joined one that gave what was
  /// stored, and one that was to ask nobody had its connection.
  @Test("Loads that want different things of the cache do not share them")
  func uses() async throws {
    let gate = Gate()
    try await withCachedFetcher(
      .test(time),
      respond: { request in
        try await gate.wait()
        return .fresh("\(request.number)")
      }
    ) { fetcher, upstream in
      let usual = Task { try await fetcher.text(upstream.url) }
      _ = try await upstream.request(1)
      #expect(await fetcher.error(upstream.url, .onlyFromCache)?.cause == .notCached)
      let around = Task { try await fetcher.answer(upstream.url, .none) }
      _ = try await upstream.request(2)
      gate.open()
      #expect(try await usual.value == "1")
      #expect(try await around.value.told == "fwd=bypass")
      #expect(try await fetcher.text(upstream.url) == "1")
    }
  }

  /// A load that found nothing stored is on its way to the server; the one before it has just been stored. Where it
  /// looked before it joined those in flight, and not again, it asked a second time.
  @Test("A load that comes when another one has just been stored finds that")
  func justStored() async throws {
    try await withCachedFetcher(.test(time), respond: { .fresh("\($0.number)") }) { fetcher, upstream in
      for round in 1...50 {
        let request = FetchRequest(upstream.url("/\(round)"))
        let second = Events<Run<FetchedData>>()
        let first = fetcher.data(for: request).begin(in: nil as Scope?) { run in
          run.whenSettled(on: .immediate) { _ in second.record(fetcher.data(for: request).run()) }
        }
        _ = try await first.value
        #expect(try await second.event(1).value.told == "hit; ttl=60")
      }
      #expect(upstream.requestCount == 50)
    }
  }

  @Test("The last to leave closes the connection, and nothing is stored", arguments: Carrier.allCases)
  func lastLeaves(_ carrier: Carrier) async throws {
    let folder = try TemporaryFolder()
    let cache = HTTPCache.test(time, in: folder)
    let more = Gate()
    let script = Script(
      headers: ["Cache-Control": "max-age=60"],
      framing: .length(1_000_000),
      steps: [.repeating([7], count: 600_000), .wait(more.wait), .repeating([7], count: 100_000), .stall]
    )
    try await withCachedFetcher(
      cache,
      over: carrier,
      respond: { $0.number == 1 ? script : .fresh("whole") }
    ) { fetcher, upstream in
      let request = FetchRequest(upstream.url)
      let runs = (0..<3).map { _ in Events<RunProgress>() }.map { events in
        (
          events,
          fetcher.data(for: request).begin(in: nil as Scope?) { run in
            run.onProgress(on: .immediate) { events.record($0) }
          }
        )
      }
      for (events, _) in runs { _ = try await events.first { $0.completed == 600_000 } }
      runs[0].1.cancel()
      runs[1].1.cancel()
      more.open()
      _ = try await runs[2].0.first { $0.completed == 700_000 }
      #expect(upstream.earlyCloses == 0)
      runs[2].1.cancel()
      try await upstream.earlyCloses(atLeast: 1)
      #expect(await runs[2].1.settled.isCancelled)
      #expect(try await fetcher.text(upstream.url) == "whole")
    }
    // What the first one had written is removed on the queue that wrote it, before what came later was stored there.
    #expect(folder.cacheFiles.count == 2)
    #expect(cache.statistics.disk.stores == 1)
  }

  // MARK: Keys

  /// The fetcher adds the field behind the cache, which took two programs for one.
  @Test("Fetchers with names of their own have answers of their own where these vary by the name")
  func agents() async throws {
    let folder = try TemporaryFolder()
    let cache = HTTPCache.test(time, in: folder)
    try await withUpstream(respond: { request in
      .ok(
        request.headers["User-Agent"] ?? "nobody",
        headers: ["Cache-Control": "max-age=60", "Vary": "User-Agent"]
      )
    }) { upstream in
      for _ in 1...2 {
        for agent in ["one", "two"] {
          var configuration = Fetcher.Configuration()
          (configuration.cache, configuration.userAgent) = (cache, agent)
          let fetcher = Fetcher(
            transport: Carrier.asyncHTTPClient.transport(),
            configuration: configuration
          )
          let answer = try await fetcher.text(upstream.url)
          #expect(answer == agent)
        }
      }
      #expect(upstream.requestCount == 2)
    }
  }

  /// The second user was given what the first one had got, unless the server had thought of `Vary`; and one host of a server
  /// that is asked by its number, what another one had said.
  @Test(
    "Cookies and a `Host` of the caller's tell answers apart",
    arguments: ["Cookie", "Host", "Authorization"],
    [false, true]
  )
  func tellingFields(_ name: String, _ hasFolder: Bool) async throws {
    let folder = try TemporaryFolder()
    try await withCachedFetcher(
      .test(time, in: hasFolder ? folder : nil),
      respond: { .fresh($0.headers[name] ?? "nobody") }
    ) { fetcher, upstream in
      for _ in 1...2 {
        for text in ["one.example", "two.example"] {
          let fields = HTTPFields([HTTPFields.Field(name, text)])
          let answer = try await fetcher.text(upstream.url, .usual, fields)
          #expect(answer == text)
        }
      }
      #expect(upstream.requestCount == 2)
    }
  }

  /// What is under a key of the caller's had the credentials in its name all the same, which change with each request.
  @Test("A key of the caller's stands for address and credentials", arguments: [false, true])
  func keys(_ hasFolder: Bool) async throws {
    let folder = try TemporaryFolder()
    try await withCachedFetcher(
      .test(time, in: hasFolder ? folder : nil),
      respond: { .fresh("\($0.number)") }
    ) { fetcher, upstream in
      for number in 1...3 {
        let url = try URL(fetching: "\(upstream.url)/?signature=\(number)")
        let fields: HTTPFields = ["Authorization": "once \(number)"]
        #expect(try await fetcher.text(url, .usual, fields, key: "photo") == "1")
      }
      #expect(upstream.requestCount == 1)
      // A text that looks like another load's address is a key all the same.
      #expect(try await fetcher.text(upstream.url, key: "\(upstream.url("/a"))") == "2")
      #expect(try await fetcher.text(upstream.url("/a")) == "3")
    }
  }

  @Test("Loads at the same time under a key that looks like an address are none of that address")
  func keyInFlight() async throws {
    let gate = Gate()
    try await withFetcher(
      .asyncHTTPClient,
      respond: { request in
        try await gate.wait()
        return .ok(request.path)
      },
      { fetcher, upstream in
        let keyed = Task { try await fetcher.text(upstream.url("/b"), key: "\(upstream.url("/a"))") }
        _ = try await upstream.request(1)
        let plain = Task { try await fetcher.text(upstream.url("/a")) }
        _ = try await upstream.request(2)
        gate.open()
        #expect(try await keyed.value == "/b")
        #expect(try await plain.value == "/a")
      }
    )
  }

  /// The name of an entry is written to disk.
  @Test("No password of an address lies in the folder")
  func passwords() async throws {
    let folder = try TemporaryFolder()
    try await withCachedFetcher(.test(time, in: folder), respond: { _ in .fresh("one") }) {
      fetcher,
      upstream in
      let url = try URL(fetching: "http://anna:correcthorse@127.0.0.1:\(upstream.port)/")
      _ = try await fetcher.text(url)
      #expect(try await fetcher.answer(url).told == "hit; ttl=60")
      #expect(try await fetcher.answer(upstream.url).told == "fwd=uri-miss; stored")
    }
    #expect(!folder.cacheFiles.isEmpty)
    for name in folder.cacheFiles {
      let bytes = try #require(folder.content(of: "cache/" + name))
      #expect(bytes.range(of: Data("correcthorse".utf8)) == nil)
    }
  }
}

import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Loads over a cache", .timeLimit(.minutes(1)))
struct CachedLoadTests {
  private let time = WallTime()

  @Test("What is fresh is given without a request, by memory at once and without a task")
  func fresh() async throws {
    let change: (inout Fetcher.Configuration) -> Void = { $0.admission = Admission() }
    try await withCachedFetcher(.test(time), change, respond: { _ in .fresh("one") }) { fetcher, upstream in
      let first = try await fetcher.answer(upstream.url)
      #expect(first.told == "fwd=uri-miss; stored")
      time.pass(20)
      let names = Events<String>()
      let observation = Trace.observe { [port = "\(upstream.port)"] event in
        if case .started = event.kind, event.name.contains(port) { names.record(event.name) }
      }
      defer { observation.cancel() }
      let run = fetcher.data(for: FetchRequest(upstream.url)).run()
      let second = try #require(try run.outcome?.get())
      #expect(second.text == "one")
      #expect(second.told == "hit; ttl=40")
      #expect(second.head.fields["Age"] == "20")
      // One run, with its deadline: no look, no place, no exchange.
      #expect(names.all == ["GET \(upstream.url)"])
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("What lies in the folder is given to the next process, without a request")
  func nextProcess() async throws {
    let folder = try TemporaryFolder()
    let first = HTTPCache.test(time, in: folder)
    let upstream = try await withCachedFetcher(first, respond: { _ in .fresh("one") }) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      return upstream
    }
    // The server is no longer there.
    try await withCachedFetcher(.test(time, in: folder), respond: { _ in .status(500) }) { fetcher, _ in
      let answer = try await fetcher.answer(upstream.url)
      #expect(answer.text == "one")
      #expect(answer.told == "hit; ttl=60")
      // Now memory has it, too.
      #expect(fetcher.data(for: FetchRequest(upstream.url)).run().outcome != nil)
    }
  }

  @Test("What lies in the folder is given at once and without a task where the system has it in memory")
  func folderAtOnce() async throws {
    let folder = try TemporaryFolder()
    let first = HTTPCache.test(time, in: folder)
    let upstream = try await withCachedFetcher(first, respond: { _ in .fresh("one") }) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      return upstream
    }
    /// Whether the folder's was given at once; it was looked at in a moment in which something was renamed where not.
    func isGivenAtOnce() async throws -> Bool {
      let (cache, tiers) = (HTTPCache.test(time, in: folder), Events<String>())
      let measured: (inout Fetcher.Configuration) -> Void = {
        $0.metrics = { _, load in tiers.record(load.tier?.rawValue ?? "nowhere") }
      }
      return try await withCachedFetcher(cache, measured, respond: { _ in .status(500) }) { fetcher, _ in
        // Nothing is known of the folder before the first look at it.
        await cache.disk?.sweep()
        func isAtOnce() async throws -> Bool {
          let run = fetcher.data(for: FetchRequest(upstream.url)).run()
          let isAtOnce = run.outcome != nil
          let answer = try await run.value
          #expect((answer.text, answer.told) == ("one", "hit; ttl=60"))
          return isAtOnce
        }
        let isFirst = try await isAtOnce()
        #expect(try await isAtOnce(), "memory has it by then")
        guard isFirst else { return false }
        _ = try await tiers.event(2)
        // Each load's figures are told when it is over, on a thread of its own: on one core those of the second came first.
        #expect(tiers.all.sorted() == ["disk", "memory"])
        let statistics = cache.statistics
        #expect((statistics.disk.hits, statistics.memory.misses, statistics.memory.hits) == (1, 1, 1))
        return true
      }
    }
    for _ in 0..<100 where try await isGivenAtOnce() { return }
    #expect(!TestFolder(folder.path).isToldOf)
  }

  /// The folder's is fresh, and not what the server says now.
  @Test("What came later into memory alone is not given up for what lies in the folder")
  func laterInMemory() async throws {
    let folder = try TemporaryFolder()
    try await withCachedFetcher(
      .test(time, in: folder),
      respond: {
        $0.headers["X"] == nil ? .fresh("one") : .ok("two", headers: ["Cache-Control": "max-age=1"])
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      var later = FetchRequest(upstream.url, fields: ["X": "later"])
      (later.key, later.tiers, later.cacheUse) = (upstream.url.absoluteString, .memory, .reload)
      _ = try await fetcher.data(for: later).value()
      time.pass(5)
      (later.tiers, later.cacheUse) = (.both, .usual)
      let answer = try await fetcher.data(for: later).value()
      #expect(answer.text == "two")
      #expect(upstream.requestCount == 3)
    }
  }

  @Test("Requests whose fields differ where the answer varies have an answer each")
  func varying() async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { request in
        let language = request.headers["Accept-Language"] ?? "none"
        return .ok(language, headers: ["Cache-Control": "max-age=60", "Vary": "Accept-Language"])
      }
    ) { fetcher, upstream in
      for _ in 0..<2 {
        for language in ["de", "vi"] {
          #expect(try await fetcher.text(upstream.url, .usual, ["Accept-Language": language]) == language)
        }
      }
      #expect(upstream.requestCount == 2)
      let third = try await fetcher.answer(upstream.url)
      #expect(third.told == "fwd=vary-miss; stored")
    }
  }

  @Test("Two credentials never share an answer, and neither with a load that has none")
  func credentials() async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { .fresh($0.headers["Authorization"] ?? "nobody") }
    ) { fetcher, upstream in
      for _ in 0..<2 {
        let first = try await fetcher.text(upstream.url)
        #expect(first == "nobody")
        for user in ["Bearer one", "Bearer two"] {
          #expect(try await fetcher.text(upstream.url, .usual, ["Authorization": user]) == user)
        }
      }
      #expect(upstream.requestCount == 3)
    }
  }

  /// What an interceptor adds is not in the request that the cache is asked for: the first user's answer was given to
  /// the second one, whose fetcher shared the cache.
  @Test("What a credential of an interceptor was answered is nobody else's")
  func interceptedCredentials() async throws {
    let cache = HTTPCache.test(time)
    try await withUpstream(respond: { .fresh($0.headers["Authorization"] ?? "nobody") }) { upstream in
      for user in ["one", "two"] {
        var configuration = Fetcher.Configuration()
        configuration.cache = cache
        configuration.interceptors = [
          BearerCredential(hosts: ["127.0.0.1"], token: user) { _ in throw CancellationError() }
        ]
        let fetcher = Fetcher(transport: Carrier.asyncHTTPClient.transport(), configuration: configuration)
        let first = try await fetcher.text(upstream.url)
        #expect(first == "Bearer \(user)")
        // Except where the caller says whose it is.
        #expect(try await fetcher.text(upstream.url, key: "things of \(user)") == "Bearer \(user)")
        #expect(try await fetcher.answer(upstream.url, key: "things of \(user)").told == "hit; ttl=60")
      }
    }
  }

  @Test("What an interceptor changes where the answer varies is not stored")
  func interceptedFields() async throws {
    struct Vietnamese: FetchInterceptor {
      func adapt(_ request: FetchRequest, try number: Int) async throws -> FetchRequest {
        var request = request
        request.fields["Accept-Language"] = "vi"
        return request
      }
    }
    try await withCachedFetcher(
      .test(time),
      { $0.interceptors = [Vietnamese()] },
      respond: { _ in .ok("chào", headers: ["Cache-Control": "max-age=60", "Vary": "Accept-Language"]) }
    ) { fetcher, upstream in
      let first = try await fetcher.answer(upstream.url)
      #expect(first.told == "fwd=uri-miss")
      #expect(try await fetcher.answer(upstream.url).told == "fwd=uri-miss")
    }
  }

  @Test(
    "What must not be stored is not",
    arguments: [
      Script.fresh("one", 60, "no-store"), .ok("one"),
      .ok("one", headers: ["Cache-Control": "max-age=60", "Vary": "*"]),
    ]
  )
  func notStored(_ script: Script) async throws {
    let folder = try TemporaryFolder()
    try await withCachedFetcher(.test(time, in: folder), respond: { _ in script }) { fetcher, upstream in
      let isHeuristic = script.headers["Cache-Control"] == nil
      for _ in 0..<2 {
        let answer = try await fetcher.answer(upstream.url)
        #expect(answer.text == "one")
        #expect(answer.cacheStatus?.isStored == isHeuristic)
      }
      #expect(upstream.requestCount == 2)
    }
    #expect(folder.cacheFiles.count == (script.headers["Cache-Control"] == nil ? 2 : 0))
  }

  @Test("A request that wants nothing stored leaves nothing behind")
  func requestNoStore() async throws {
    let folder = try TemporaryFolder()
    try await withCachedFetcher(.test(time, in: folder), respond: { _ in .fresh("one") }) {
      fetcher,
      upstream in
      let answer = try await fetcher.answer(upstream.url, .usual, ["Cache-Control": "no-store"])
      #expect(answer.told == "fwd=uri-miss")
    }
    #expect(folder.cacheFiles.isEmpty)
  }

  // MARK: Uses

  @Test("Reloading asks the server, and its answer takes the place of the one before")
  func reload() async throws {
    try await withCachedFetcher(.test(time), respond: { .fresh("\($0.number)") }) { fetcher, upstream in
      let first = try await fetcher.text(upstream.url)
      #expect(first == "1")
      #expect(try await fetcher.answer(upstream.url, .reload).told == "fwd=request; stored")
      #expect(try await fetcher.text(upstream.url) == "2")
      #expect(upstream.requestCount == 2)
    }
  }

  /// It joined the load that was on its way, and gave what had been asked for before the user had changed anything.
  @Test("Reloading waits for no answer to what was asked before, and keeps that from taking its place")
  func reloadBesideLoad() async throws {
    let gates = [Gate(), Gate()]
    try await withCachedFetcher(
      .test(time),
      respond: { request in
        if request.number <= 2 { try await gates[request.number - 1].wait() }
        return .fresh("\(request.number)")
      }
    ) { fetcher, upstream in
      let request = FetchRequest(upstream.url)
      let first = fetcher.data(for: request).run()
      _ = try await upstream.request(1)
      var reload = request
      reload.cacheUse = .reload
      let second = fetcher.data(for: reload).run()
      _ = try await upstream.request(2)
      gates[1].open()
      let reloaded = try await second.value
      gates[0].open()
      let old = try await first.value
      let last = try await fetcher.answer(upstream.url)
      #expect(old.text == "1" && old.cacheStatus?.isStored == false)
      #expect(reloaded.text == "2" && last.text == "2")
      #expect(upstream.requestCount == 2)
    }
  }

  @Test("Without the cache it is neither looked into nor filled")
  func none() async throws {
    try await withCachedFetcher(.test(time), respond: { .fresh("\($0.number)") }) { fetcher, upstream in
      let first = try await fetcher.answer(upstream.url, .none)
      #expect(first.told == "fwd=bypass")
      #expect(try await fetcher.text(upstream.url) == "2")
      #expect(try await fetcher.text(upstream.url, .none) == "3")
      #expect(try await fetcher.text(upstream.url) == "2")
    }
  }

  @Test("Only from the cache: what is there, also stale, and else a sentence; never a connection")
  func onlyFromCache() async throws {
    try await withCachedFetcher(.test(time), respond: { _ in .fresh("one") }) { fetcher, upstream in
      let error = try #require(await fetcher.error(upstream.url, .onlyFromCache))
      #expect(error == FetchError(upstream.url, .notCached))
      let sentence = "is not in the cache, or not fresh enough; allow that its server is asked."
      #expect(error.description == "\(upstream.url) \(sentence)")
      #expect(upstream.connectionsAccepted == 0)
      _ = try await fetcher.text(upstream.url)
      #expect(try await fetcher.answer(upstream.url, .onlyFromCache).told == "hit; ttl=60")
      time.pass(100)
      #expect(try await fetcher.answer(upstream.url, .onlyFromCache).told == "hit; ttl=-40")
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("What must be asked for is not given, however much nothing else is wanted")
  func mustRevalidate() async throws {
    try await withCachedFetcher(.test(time), respond: { _ in .fresh("one", 60, "must-revalidate") }) {
      fetcher,
      upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      #expect(await fetcher.error(upstream.url, .onlyFromCache)?.cause == .notCached)
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("A request of its own condition is the server's to answer", arguments: Carrier.allCases)
  func ownCondition(_ carrier: Carrier) async throws {
    try await withCachedFetcher(.test(time), over: carrier, respond: { .tagged("one", "\"a\"", for: $0) }) {
      fetcher,
      upstream in
      _ = try await fetcher.text(upstream.url)
      let answer = try await fetcher.answer(upstream.url, .usual, ["If-None-Match": "\"a\""])
      #expect(answer.head.status == 304)
      #expect(answer.body.isEmpty)
      #expect(answer.told == "fwd=request")
      #expect(try await fetcher.text(upstream.url) == "one")
    }
  }

  // MARK: Parts and heads

  @Test("A part of what is stored whole needs no server")
  func range() async throws {
    try await withCachedFetcher(.test(time), respond: { _ in .fresh("0123456789") }) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      let part = try await fetcher.answer(upstream.url, .usual, ["Range": "bytes=3-5"])
      #expect(part.head.status == 206)
      #expect(part.head.fields["Content-Range"] == "bytes 3-5/10")
      #expect(part.text == "345")
      #expect(try await fetcher.text(upstream.url, .usual, ["Range": "bytes=-2"]) == "89")
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("A part that the server gives is not taken for the whole")
  func partIsNotStored() async throws {
    let file = ServedFile(
      Array("0123456789".utf8),
      entityTag: "\"a\"",
      headers: ["Cache-Control": "max-age=60"]
    )
    try await withCachedFetcher(.test(time), respond: { file.answer(to: $0) }) { fetcher, upstream in
      let part = try await fetcher.answer(upstream.url, .usual, ["Range": "bytes=3-5"])
      #expect(part.text == "345")
      #expect(part.told == "fwd=uri-miss")
      #expect(try await fetcher.text(upstream.url) == "0123456789")
      #expect(upstream.requestCount == 2)
    }
  }

  @Test("HEAD is answered from the GET that is stored, and a HEAD's answer is not stored for a GET")
  func head() async throws {
    try await withCachedFetcher(.test(time), respond: { _ in .fresh("one") }) { fetcher, upstream in
      let asked = try await fetcher.answer(upstream.url, method: .head)
      #expect(asked.told == "fwd=uri-miss")
      #expect(try await fetcher.text(upstream.url) == "one")
      let known = try await fetcher.answer(upstream.url, method: .head)
      #expect(known.told == "hit; ttl=60")
      #expect(known.body.isEmpty)
      #expect(known.head.fields["Content-Length"] == "3")
      #expect(upstream.requests.map(\.method) == ["HEAD", "GET"])
    }
  }

  // MARK: Statistics

  /// A load looks twice, before it joins those in flight and after: each miss was counted twice.
  @Test("Each load is counted once", arguments: [false, true])
  func counts(_ hasFolder: Bool) async throws {
    let folder = try TemporaryFolder()
    let cache = HTTPCache.test(time, in: hasFolder ? folder : nil)
    try await withCachedFetcher(cache, respond: { .tagged("one", "\"a\"", for: $0) }) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      #expect(cache.statistics.memory.misses == 1)
      #expect(cache.statistics.memory.hits == 0)
      _ = try await fetcher.text(upstream.url)
      #expect(cache.statistics.memory.hits == 1)
      time.pass(100)
      _ = try await fetcher.text(upstream.url)
      #expect(cache.statistics.memory.hits == 2)
      #expect(cache.statistics.memory.misses == 1)
      #expect(cache.statistics.memory.stores == 1)
    }
  }
}

extension TemporaryFolder {
  /// The names of the files of a cache in it.
  var cacheFiles: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/cache")) ?? []).sorted()
  }
}

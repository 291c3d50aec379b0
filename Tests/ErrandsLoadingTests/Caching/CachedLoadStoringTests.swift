import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("What loads store in a cache", .timeLimit(.minutes(1)))
struct CachedLoadStoringTests {
  private let time = WallTime()

  @Test(
    "A body that broke off is not stored, and one that was gone on with is, whole",
    arguments: Carrier.allCases
  )
  func broken(_ carrier: Carrier) async throws {
    let folder = try TemporaryFolder()
    let file = ServedFile(
      (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) },
      entityTag: "\"a\"",
      headers: ["Cache-Control": "max-age=60"]
    )
    try await withCachedFetcher(
      .test(time, in: folder, memoryLimit: 0),
      over: carrier,
      { $0.retry = RetryPolicy(retries: 1, base: .zero) },
      respond: { file.answer(to: $0, breakingOffAt: $0.number == 3 ? nil : 100) }
    ) { fetcher, upstream in
      let url = upstream.url
      #expect(await fetcher.error(url)?.cause == .truncated(received: 100, expected: 1_000))
      #expect(folder.cacheFiles.isEmpty)
      let first = try await fetcher.answer(url)
      #expect(first.body.count == 1_000)
      #expect(upstream.requests.map { $0.headers["Range"] } == [nil, "bytes=100-", nil])
      #expect(try await fetcher.answer(url).cacheStatus?.source == .hit)
    }
    try await withCachedFetcher(
      .test(time, in: folder, memoryLimit: 0),
      over: carrier,
      { $0.retry = RetryPolicy(retries: 1, base: .zero) },
      respond: { file.answer(to: $0, breakingOffAt: $0.number == 1 ? 500 : nil) }
    ) { fetcher, upstream in
      let answer = try await fetcher.answer(upstream.url)
      #expect(answer.told == "fwd=uri-miss; stored")
      #expect(upstream.requestCount == 2)
      #expect(try await fetcher.answer(upstream.url).body == answer.body)
      #expect(upstream.requestCount == 2)
    }
  }

  @Test("A body that is begun anew is stored as what came last")
  func begunAnew() async throws {
    try await withCachedFetcher(
      .test(time),
      { $0.retry = RetryPolicy(retries: 1, base: .zero) },
      respond: { request in
        guard request.number == 1 else { return .fresh("new", tag: "\"b\"") }
        return Script(
          headers: ["Cache-Control": "max-age=60", "ETag": "\"a\""],
          framing: .chunked,
          steps: [
            .text("old and more"), .reset,
          ]
        )
      }
    ) { fetcher, upstream in
      let first = try await fetcher.text(upstream.url)
      #expect(first == "new")
      #expect(try await fetcher.text(upstream.url) == "new")
      #expect(upstream.requestCount == 2)
    }
  }

  // MARK: Refusals

  @Test("A failure that may be over in a moment is not stored", arguments: [408, 429, 500, 502, 503, 504])
  func failures(_ status: Int) async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { request in
        request.number == 2
          ? .status(status, headers: ["Cache-Control": "max-age=1000"]) : .fresh("\(request.number)")
      }
    ) { fetcher, upstream in
      let first = try await fetcher.text(upstream.url)
      #expect(first == "1")
      time.pass(100)
      #expect(await fetcher.error(upstream.url)?.cause == .status(status, retryAfter: nil))
      #expect(try await fetcher.text(upstream.url) == "3")
    }
  }

  /// A list with a hundred rows whose pictures are not there asked a hundred times, at each turn of the screen: what a
  /// cache was told about errors had no effect, as they never came as far.
  @Test("What is not there is remembered for ten seconds", arguments: [404, 410], [false, true])
  func notThere(_ status: Int, _ hasFolder: Bool) async throws {
    let folder = try TemporaryFolder()
    let page = String(repeating: "not there ", count: 1_000)
    try await withCachedFetcher(
      .test(time, in: hasFolder ? folder : nil, memoryLimit: hasFolder ? 0 : 1 << 20),
      respond: { $0.number == 1 ? .status(status, text: page) : .fresh("there") }
    ) { fetcher, upstream in
      let url = upstream.url
      _ = await fetcher.error(url)
      time.pass(9)
      let error = try #require(await fetcher.error(url))
      #expect(error.cause == .status(status, retryAfter: nil))
      #expect(error.answer?.text == String(page.prefix(1_024)))
      #expect(error.answer?.told == "hit; ttl=1")
      #expect(await fetcher.error(url, .onlyFromCache)?.cause == .status(status, retryAfter: nil))
      #expect(fetcher.data(for: FetchRequest(url)).run().outcome != nil || hasFolder)
      #expect(upstream.requestCount == 1)
      time.pass(1)
      #expect(try await fetcher.text(url) == "there")
    }
  }

  @Test("A refusal that says for how long it holds is believed, and no other is", arguments: [400, 401, 403])
  func refusals(_ status: Int) async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { request in
        let control: HeaderFields = request.path == "/long" ? ["Cache-Control": "max-age=1000"] : [:]
        return .status(status, headers: request.path == "/no" ? ["Cache-Control": "no-store"] : control)
      }
    ) { fetcher, upstream in
      for path in ["/long", "/", "/no"] {
        let before = upstream.requestCount
        for _ in 0..<2 {
          let error = await fetcher.error(upstream.url(path))
          #expect(error?.cause == .status(status, retryAfter: nil))
        }
        #expect(upstream.requestCount - before == (path == "/long" ? 1 : 2))
      }
      // Who wants to know asks.
      _ = await fetcher.error(upstream.url("/long"), .reload)
      #expect(upstream.requestCount == 6)
    }
  }

  @Test("What is no longer there takes the place of what was")
  func gone() async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { $0.number == 1 ? .fresh("one", tag: "\"a\"") : .status(410) }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      for _ in 0..<2 { #expect(await fetcher.error(upstream.url)?.cause == .status(410, retryAfter: nil)) }
      #expect(upstream.requestCount == 2)
    }
  }

  /// Without a tag it stayed: nothing was asked about it.
  @Test(
    "What must no longer be stored takes away what was",
    arguments: [CacheUse.usual, .reload],
    ["\"a\"", nil]
  )
  func noLongerStored(_ use: CacheUse, _ tag: String?) async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { $0.number == 1 ? .fresh("one", tag: tag) : .fresh("two", 60, tag: nil, "no-store") }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(use == .usual ? 100 : 0)
      #expect(try await fetcher.text(upstream.url, use) == "two")
      #expect(await fetcher.error(upstream.url, .onlyFromCache)?.cause == .notCached)
    }
  }

  /// It took the place of the whole answer, and was given to whoever asked for that.
  @Test(
    "A refusal of a range or of a condition is not stored, however fresh it says it is",
    arguments: [
      (416, HTTPFields.Field("Range", "bytes=100-")), (412, HTTPFields.Field("If-Match", "\"x\"")),
    ]
  )
  func refusedPart(_ status: Int, _ field: HTTPFields.Field) async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { request in
        guard request.headers[field.name] != nil else { return .fresh("whole") }
        return .status(status, headers: ["Cache-Control": "max-age=60"])
      }
    ) { fetcher, upstream in
      let request = FetchRequest(upstream.url, fields: HTTPFields([field]))
      let error = await fetcher.data(for: request).outcome().fetchError
      #expect(error?.cause == .status(status, retryAfter: nil))
      let whole = try await fetcher.answer(upstream.url)
      #expect(whole.told == "fwd=uri-miss; stored")
    }
  }

  @Test("What a validation of the user's refuses is not stored")
  func refused() async throws {
    try await withCachedFetcher(
      .test(time),
      { configuration in
        configuration.validate = { if $0.fields["X-Bad"] != nil { throw FetchError($0.url, .notCached) } }
      },
      respond: { request in
        guard request.number == 1 else { return .fresh("good") }
        return .ok("bad", headers: ["Cache-Control": "max-age=60", "X-Bad": "1"])
      }
    ) { fetcher, upstream in
      #expect(await fetcher.error(upstream.url) != nil)
      let second = try await fetcher.answer(upstream.url)
      #expect(second.told == "fwd=uri-miss; stored")
    }
  }

  @Test("A body that is too large is not stored")
  func tooLarge() async throws {
    let folder = try TemporaryFolder()
    try await withCachedFetcher(
      .test(time, in: folder),
      { $0.byteLimit = 10 },
      respond: { _ in
        Script(
          headers: ["Cache-Control": "max-age=60"],
          framing: .chunked,
          steps: [.text("more than 10 bytes")]
        )
      }
    ) { fetcher, upstream in
      #expect(await fetcher.error(upstream.url)?.cause == .tooLarge(limit: 10))
      #expect(await fetcher.error(upstream.url)?.cause == .tooLarge(limit: 10))
    }
    #expect(folder.cacheFiles.isEmpty)
  }

  /// `/newest` led to the first version for a year, as that never changes: what a redirect leads to says for how long it
  /// is fresh itself, and not for how long the redirect leads there.
  @Test(
    "What a redirect leads to is not the answer of the address that redirects",
    arguments: Carrier.allCases
  )
  func redirects(_ carrier: Carrier) async throws {
    try await withCachedFetcher(
      .test(time),
      over: carrier,
      respond: { request in
        if request.path == "/newest" { return .redirect(to: request.number == 1 ? "/1" : "/2") }
        return .fresh("version \(request.path)", 31_536_000)
      }
    ) { fetcher, upstream in
      let url = upstream.url("/newest")
      let first = try await fetcher.answer(url)
      #expect(first.told == "fwd=uri-miss")
      #expect(try await fetcher.text(url) == "version /2")
    }
  }

  // MARK: Times

  /// The age was counted from when the load joined the queue: an answer for ten seconds was stale before it was stored,
  /// behind half a minute in the queue.
  @Test("The age of an answer counts from its own request, not from the queue and earlier tries")
  func requestTime() async throws {
    let clock = VirtualClock()
    var limits = Admission.Limits()
    limits.total = 1
    let gate = Gate()
    try await withCachedFetcher(
      .test(time),
      clock: clock,
      {
        $0.admission = Admission(limits: limits, clock: clock)
        $0.retry = RetryPolicy(retries: 1, base: .seconds(1))
        $0.deadline = .seconds(1_000_000_000)
      },
      respond: { request in
        if request.path == "/slow" { try await gate.wait() }
        if request.number == 2 { return .status(503, headers: ["Retry-After": "20"]) }
        return .fresh("\(request.number)", 10)
      }
    ) { fetcher, upstream in
      let slow = Task { try await fetcher.text(upstream.url("/slow")) }
      _ = try await upstream.request(1)
      let load = fetcher.data(for: FetchRequest(upstream.url)).run()
      time.pass(30)
      gate.open()
      _ = try await slow.value
      _ = try await upstream.request(2)
      time.pass(20)
      let answer = try await clock.drive(by: .seconds(20)) { try await load.value }
      #expect(answer.text == "3")
      #expect(try await fetcher.answer(upstream.url).told == "hit; ttl=10")
    }
  }

  @Test("The time that the server took to answer is part of the age, also of a 304")
  func slowServer() async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { [time] request in
        time.pass(7)
        return .tagged("one", "\"a\"", for: request)
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      #expect(try await fetcher.answer(upstream.url).told == "hit; ttl=53")
      time.pass(100)
      #expect(try await fetcher.answer(upstream.url).told == "fwd=stale; fwd-status=304; ttl=53; stored")
    }
  }

  // MARK: Damage

  /// Changes a byte in the middle of each file whose name ends so.
  private func damage(_ folder: TemporaryFolder, _ ending: String) throws {
    for name in folder.cacheFiles where name.hasSuffix(ending) {
      let modified = try #require(try folder.modified("cache/" + name))
      var bytes = try #require(folder.content(of: "cache/" + name))
      bytes[bytes.count / 2] ^= 1
      // In its place: a body that is open is the same file.
      let file = try FileHandle(forWritingTo: URL(filePath: folder.path + "/cache/" + name))
      try file.write(contentsOf: bytes)
      try file.close()
      // It is the time of the last confirmation: with another one it would be too old, and its bytes not looked at.
      let attributes = [FileAttributeKey.modificationDate: modified]
      try FileManager.default.setAttributes(attributes, ofItemAtPath: folder.path("cache/" + name))
    }
  }

  @Test(
    "A damaged entry is a miss, and is loaded anew",
    arguments: ["head", "body"],
    [100, 1 << 20, 3 << 20]
  )
  func damaged(_ ending: String, _ length: Int) async throws {
    let folder = try TemporaryFolder()
    try await withCachedFetcher(
      .test(time, in: folder, memoryLimit: 0),
      respond: { request in
        let headers: HeaderFields = ["Cache-Control": "max-age=60", "ETag": "\"a\""]
        return Script(headers: headers, steps: [.repeating([UInt8(request.number)], count: length)])
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      try damage(folder, ending)
      let answer = try await fetcher.answer(upstream.url)
      #expect(answer.body == Data(repeating: 2, count: length))
      #expect(answer.cacheStatus?.isStored == true)
      #expect(upstream.requests.last?.headers["If-None-Match"] == nil)
      #expect(try await fetcher.answer(upstream.url).body == Data(repeating: 2, count: length))
      #expect(upstream.requestCount == 2)
    }
  }

  /// A large body is read when its head has been given, so its damage is found late: the server was asked then, by a load
  /// that had forbidden that.
  @Test("A damaged entry costs no connection where none is wanted", arguments: [100, 3 << 20])
  func damagedOnlyFromCache(_ length: Int) async throws {
    let folder = try TemporaryFolder()
    try await withCachedFetcher(
      .test(time, in: folder, memoryLimit: 0),
      respond: { _ in
        Script(headers: ["Cache-Control": "max-age=60"], steps: [.repeating([1], count: length)])
      }
    ) { fetcher, upstream in
      for fields in [HTTPFields(), ["Cache-Control": "only-if-cached"]] {
        let number = upstream.requestCount + 1
        _ = try await fetcher.text(upstream.url)
        try damage(folder, "body")
        var request = FetchRequest(upstream.url, fields: fields)
        if fields.all.isEmpty { request.cacheUse = .onlyFromCache }
        let error = await fetcher.data(for: request).outcome().fetchError
        #expect(error == FetchError(upstream.url, .notCached))
        #expect(upstream.requestCount == number)
      }
    }
  }

  @Test("What is stale and damaged is asked for once, and in full")
  func damagedWhileRevalidating() async throws {
    let folder = try TemporaryFolder()
    try await withCachedFetcher(
      .test(time, in: folder, memoryLimit: 0),
      respond: { request in
        let headers: HeaderFields = [
          "Cache-Control": "max-age=60, stale-while-revalidate=1000", "ETag": "\"a\"",
        ]
        return Script(headers: headers, steps: [.repeating([UInt8(request.number)], count: 3 << 20)])
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      try damage(folder, "body")
      #expect(try await fetcher.answer(upstream.url).body.first == 2)
      #expect(upstream.requests.map { $0.headers["If-None-Match"] } == [nil, nil])
    }
  }

  @Test("A folder that cannot be written stores nothing and fails no load")
  func noFolder() async throws {
    let folder = try TemporaryFolder()
    try folder.put("a file", in: "cache")
    let cache = HTTPCache.test(time, in: folder)
    try await withCachedFetcher(cache, respond: { _ in .fresh("one") }) { fetcher, upstream in
      let first = try await fetcher.text(upstream.url)
      #expect(first == "one")
      #expect(try await fetcher.answer(upstream.url).told == "hit; ttl=60")
    }
    #expect(cache.statistics.disk.stores == 0)
  }

  @Test("What is removed while it is on its way in is not found behind that")
  func purged() async throws {
    let gate = Gate()
    let cache = HTTPCache.test(time)
    let script = Script(
      headers: ["Cache-Control": "max-age=60"],
      framing: .length(2),
      steps: [.text("a"), .wait(gate.wait), .text("b")]
    )
    try await withCachedFetcher(cache, respond: { _ in script }) { fetcher, upstream in
      let begun = Events<RunProgress>()
      let run = fetcher.data(for: FetchRequest(upstream.url)).begin(in: nil as Scope?) { run in
        run.onProgress(on: .immediate) { begun.record($0) }
      }
      _ = try await begun.first { $0.completed == 1 }
      await cache.purge(upstream.url)
      gate.open()
      #expect(try await run.value.told == "fwd=uri-miss")
      #expect(await fetcher.error(upstream.url, .onlyFromCache)?.cause == .notCached)
    }
  }
}

import ErrandsTesting
import Foundation
import Synchronization
import Testing

@testable import ErrandsLoading

@Suite("A cache over memory and a folder")
struct HTTPCacheTests {
  private let folder = TestFolder()
  private let time = TestTime()
  private let clock = VirtualClock()
  private let request: FetchRequest

  init() throws {
    request = try cacheRequest("a")
  }

  private func cache(
    memoryLimit: Int64 = 1 << 20,
    isOnDisk: Bool = true,
    maximumAge: Duration = .seconds(100_000),
    _ policy: CachePolicy = CachePolicy()
  ) -> HTTPCache {
    HTTPCache(
      memoryLimit: memoryLimit,
      folder: isOnDisk ? folder.url : nil,
      diskLimit: 1 << 24,
      maximumAge: maximumAge,
      policy: policy,
      clock: clock,
      now: time.now
    )
  }

  private func head(_ fields: HTTPFields, _ status: Int = 200) -> FetchHead {
    FetchHead(url: request.url, status: status, fields: fields)
  }

  @discardableResult
  private func store(
    _ fields: HTTPFields = ["Cache-Control": "max-age=60", "ETag": "\"1\""],
    _ body: Data = testBody(100),
    status: Int = 200,
    for request: FetchRequest? = nil,
    key: String = "key",
    use: CacheUse = .usual,
    in cache: HTTPCache
  ) async -> Bool {
    let request = request ?? self.request
    let writer = cache.store(
      FetchHead(url: request.url, status: status, fields: fields),
      to: request,
      key: key,
      use: use,
      requestTime: time.seconds,
      responseTime: time.seconds
    )
    await writer?.write(body)
    return await writer?.commit() ?? false
  }

  private func look(
    _ fields: HTTPFields = [:],
    method: FetchRequest.Method = .get,
    key: String = "key",
    use: CacheUse = .usual,
    in cache: HTTPCache
  ) async -> CacheAnswer {
    await cache.lookup(FetchRequest(request.url, method: method, fields: fields), key: key, use: use)
  }

  // MARK: From which tier

  @Test("What is stored is given from memory at once, and by the next process from the folder")
  func tiers() async throws {
    let cache = cache()
    #expect(await look(in: cache).miss == .uriMiss)
    #expect(await store(in: cache))
    let answer = try #require(cache.hitInMemory(request, key: "key"))
    #expect(answer.head.status == 200)
    #expect(try await answer.body.data() == testBody(100))
    let next = self.cache()
    #expect(next.hitInMemory(request, key: "key") == nil)
    #expect(try await #require(await look(in: next).hit).body.data() == testBody(100))
    // And from its memory from then on.
    #expect(next.hitInMemory(request, key: "key") != nil)
    let statistics = next.statistics
    #expect((statistics.memory.hits, statistics.memory.misses) == (1, 1))
    #expect((statistics.disk.hits, statistics.disk.misses) == (1, 0))
    #expect(statistics.diskFailure == nil)
  }

  @Test("What is too large for memory is given from the folder, and a smaller one before it is gone")
  func largeBody() async throws {
    let cache = cache(memoryLimit: 4_000)
    await store(in: cache)
    #expect(cache.statistics.memory.entries == 1)
    let body = testBody(2_000_000)
    #expect(await store(["Cache-Control": "max-age=60", "ETag": "\"2\""], body, in: cache))
    #expect(cache.statistics.memory.entries == 0)
    #expect(try await #require(await look(in: cache).hit).body.data() == body)
  }

  @Test("Without a folder memory decides, also over what is not there")
  func withoutFolder() async throws {
    let cache = cache(isOnDisk: false)
    #expect(cache.hitInMemory(request, key: "key") == nil)
    #expect(await cache.lookup(request, key: "key").miss == .uriMiss)
    await store(["Vary": "X", "Cache-Control": "max-age=60"], in: cache)
    #expect(cache.hitInMemory(request, key: "key") != nil)
    let other = try cacheRequest("a", ["X": "1"])
    #expect(cache.hitInMemory(other, key: "key") == nil)
    #expect(await cache.lookup(other, key: "key").miss == .varyMiss)
    // What is no hit is counted by the look that follows.
    #expect((cache.statistics.memory.hits, cache.statistics.memory.misses) == (1, 2))
  }

  @Test("Where the folder cannot be used, memory goes on, and the statistics say why")
  func brokenFolder() async throws {
    try Data("a file".utf8).write(to: folder.url)
    let cache = cache()
    #expect(await store(in: cache))
    #expect(await look(in: cache).hit != nil)
    #expect(await look(key: "other", in: cache).miss == .uriMiss)
    #expect(cache.statistics.diskFailure?.contains("nothing is stored in") == true)
  }

  /// Both processes had it in memory, one asked the server again, and the other asked once more.
  @Test("What another process has confirmed is fresh here, too")
  func confirmedElsewhere() async throws {
    let (one, other) = (cache(), cache())
    await store(in: one)
    #expect(await look(in: other).hit != nil)
    time.seconds += 61
    let validation = try #require(await look(in: one).validation)
    let renewed = await one.renew(
      validation,
      by: head(["ETag": "\"1\""], 304),
      requestTime: time.seconds,
      responseTime: time.seconds
    )
    #expect(renewed != nil)
    #expect(await look(in: other).hit?.status.timeToLive == 60)
  }

  // MARK: Fresh and stale

  @Test("A fresh answer comes with its age, and says for how long it stays fresh")
  func fresh() async throws {
    let cache = cache()
    await store(in: cache)
    time.seconds += 20
    let hit = try #require(await look(in: cache).hit)
    #expect(hit.head.fields["Age"] == "20")
    #expect(hit.status.description == "errands; hit; ttl=40")
    let nothing = try #require(await look(method: .head, in: cache).hit)
    #expect(nothing.body.length == 0)
    #expect(nothing.head.status == 200)
  }

  @Test("A stale one is asked about, and a 304 makes it fresh again")
  func revalidation() async throws {
    let cache = cache()
    await store(in: cache)
    time.seconds += 60
    let validation = try #require(await look(["Range": "bytes=0-9"], in: cache).validation)
    #expect(validation.request.fields["If-None-Match"] == "\"1\"")
    #expect(validation.fallback == nil)
    let response = try #require(
      await cache.renew(
        validation,
        by: head(["ETag": "\"1\"", "Cache-Control": "max-age=30", "Content-Length": "0"], 304),
        requestTime: time.seconds,
        responseTime: time.seconds
      )
    )
    #expect(response.status.description == "errands; fwd=stale; fwd-status=304; ttl=30; stored")
    // The request as it was, and not as it was asked of the server.
    #expect(response.head.status == 206)
    #expect(try await response.body.data() == testBody(100).prefix(10))
    time.seconds += 29
    #expect(await look(in: cache).hit?.status.timeToLive == 1)
    #expect(try await #require(await look(in: self.cache()).hit).body.data() == testBody(100))
  }

  @Test(
    "A 304 about another answer renews nothing",
    arguments: [
      (["ETag": "\"2\""], 304, false), (["ETag": "W/\"1\""], 304, true), ([:], 304, true),
      (["ETag": "1"], 304, false),
      (["ETag": "\"1\""], 200, false), (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], 304, true),
    ] as [(HTTPFields, Int, Bool)]
  )
  func otherAnswer(_ fields: HTTPFields, _ status: Int, _ isAbout: Bool) async throws {
    let cache = cache(isOnDisk: false)
    await store(in: cache)
    time.seconds += 60
    let validation = try #require(await look(in: cache).validation)
    let (answer, now) = (head(fields, status), time.seconds)
    let renewed = await cache.renew(validation, by: answer, requestTime: now, responseTime: now)
    #expect((renewed != nil) == isAbout)
    #expect((await look(in: cache).hit != nil) == isAbout)
  }

  @Test("What may be used stale is given, and asked about meanwhile; what may be used on an error is at hand")
  func stale() async throws {
    let cache = cache()
    await store(
      ["Cache-Control": "max-age=60, stale-while-revalidate=10, stale-if-error=20", "ETag": "\"1\""],
      in: cache
    )
    time.seconds += 70
    guard case .staleWhileRevalidating(let response, let validation) = await look(in: cache) else {
      return #expect(Bool(false), "it was not given")
    }
    #expect(response.status.description == "errands; hit; ttl=-10")
    #expect(validation.request.fields["If-None-Match"] == "\"1\"")
    time.seconds += 10
    let later = try #require(await look(in: cache).validation)
    #expect(later.fallback?.status.description == "errands; fwd=stale; ttl=-20")
    time.seconds += 1
    #expect(await look(in: cache).validation?.fallback == nil)
  }

  @Test("One that is fresh, and is to be asked about all the same, is forwarded on request")
  func onRequest() async throws {
    let cache = cache()
    await store(in: cache)
    #expect(await look(["Cache-Control": "no-cache"], in: cache).validation?.reason == .request)
    time.seconds += 60
    #expect(await look(["Cache-Control": "no-cache"], in: cache).validation?.reason == .stale)
  }

  // MARK: What the request wants

  @Test(
    "Each wish gets what it asks for of a fresh answer, a stale one, one that must not be given stale, and none"
  )
  func uses() async throws {
    func words(_ use: CacheUse, _ control: String?, after seconds: Int64) async -> String {
      let cache = cache(isOnDisk: false)
      if let control { await store(["Cache-Control": control, "ETag": "\"1\""], in: cache) }
      time.seconds += seconds
      switch await look(use: use, in: cache) {
      case .hit: return "hit"
      case .staleWhileRevalidating: return "stale"
      case .revalidate: return "ask"
      case .miss(let reason): return reason.rawValue
      case .unavailable: return "unavailable"
      }
    }
    let expected: [(CacheUse, [String])] = [
      (.usual, ["hit", "ask", "ask", "uri-miss"]), (.reload, ["request", "request", "request", "request"]),
      (.onlyFromCache, ["hit", "hit", "unavailable", "unavailable"]),
      (.none, ["bypass", "bypass", "bypass", "bypass"]),
      (.staleThenFresh, ["hit", "stale", "ask", "uri-miss"]),
    ]
    #expect(expected.map(\.0) == CacheUse.allCases)
    for (use, answers) in expected {
      #expect(await words(use, "max-age=60", after: 0) == answers[0])
      #expect(await words(use, "max-age=60", after: 100) == answers[1])
      #expect(await words(use, "max-age=60, must-revalidate", after: 100) == answers[2])
      #expect(await words(use, nil, after: 0) == answers[3])
    }
  }

  @Test("only-if-cached asks no server, and none stores nothing")
  func directives() async {
    let cache = cache()
    #expect(await look(["Cache-Control": "only-if-cached"], in: cache).isUnavailable)
    #expect(await !store(use: .none, in: cache))
    #expect(await store(use: .reload, in: cache))
    #expect(await look(["Cache-Control": "only-if-cached"], in: cache).hit != nil)
    time.seconds += 60
    #expect(await look(["Cache-Control": "only-if-cached"], in: cache).isUnavailable)
  }

  @Test(
    "A request with a condition of its own is left to the server",
    arguments: ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"]
  )
  func conditions(_ name: String) async {
    let cache = cache()
    await store(in: cache)
    #expect(await look([name: "\"1\""], in: cache).miss == .request)
    #expect(await look([name: "\"1\""], use: .onlyFromCache, in: cache).hit != nil)
  }

  // MARK: Ranges

  @Test(
    "A range of a whole answer is given out of it, on the condition that it is the same",
    arguments: [
      (["Range": "bytes=0-9"], 206, 0..<10, "bytes 0-9/100"),
      (["Range": "bytes=90-"], 206, 90..<100, "bytes 90-99/100"),
      (["Range": "bytes=-5"], 206, 95..<100, "bytes 95-99/100"),
      (["Range": "bytes=100-"], 416, 0..<0, "bytes */100"),
      (["Range": "bytes=0-1,4-5"], 200, 0..<100, nil), (["Range": "lines=0-1"], 200, 0..<100, nil),
      (["Range": "bytes=0-9", "If-Range": "\"1\""], 206, 0..<10, "bytes 0-9/100"),
      (["Range": "bytes=0-9", "If-Range": "W/\"1\""], 200, 0..<100, nil),
      (["Range": "bytes=0-9", "If-Range": "\"2\""], 200, 0..<100, nil),
      (["Range": "bytes=0-9", "If-Range": "Sun, 06 Nov 1994 08:49:37 GMT"], 200, 0..<100, nil),
    ] as [(HTTPFields, Int, Range<Int>, String?)]
  )
  func ranges(_ fields: HTTPFields, _ status: Int, _ bytes: Range<Int>, _ contentRange: String?) async throws
  {
    let cache = cache()
    await store(in: cache)
    let hit = try #require(await look(fields, in: cache).hit)
    #expect(hit.head.status == status)
    #expect(hit.head.fields["Content-Range"] == contentRange)
    #expect(try await hit.body.data() == testBody(100)[bytes])
    if status != 200 { #expect(hit.head.contentLength == Int64(bytes.count)) }
  }

  @Test("A range of a large answer is read from its file alone; one that was compressed has none")
  func otherRanges() async throws {
    let cache = cache()
    let body = testBody(3_000_000)
    await store(["Cache-Control": "max-age=60"], body, in: cache)
    let hit = try #require(await look(["Range": "bytes=2000000-2000099"], in: cache).hit)
    #expect(try await hit.body.data() == body[2_000_000..<2_000_100])
    await store(["Cache-Control": "max-age=60", "Content-Encoding": "gzip"], in: cache)
    #expect(await look(["Range": "bytes=0-1"], in: cache).hit?.head.status == 200)
    await store(["Cache-Control": "max-age=60"], status: 404, in: cache)
    #expect(await look(["Range": "bytes=0-1"], in: cache).hit?.head.status == 404)
    // A date is strong where the answer was made a minute later.
    let (date, later) = (
      HTTPDate(seconds: time.seconds - 100).description, HTTPDate(seconds: time.seconds).description
    )
    await store(["Cache-Control": "max-age=60", "Last-Modified": date, "Date": later], in: cache)
    #expect(await look(["Range": "bytes=0-1", "If-Range": date], in: cache).hit?.head.status == 206)
    #expect(await look(["Range": "bytes=0-1", "If-Range": later], in: cache).hit?.head.status == 200)
  }

  // MARK: Errors

  @Test(
    "Errors are kept for a short time where the configuration says so, or for as long as they say",
    arguments: [
      (404, [:], [404, 410], 9, true), (404, [:], [404, 410], 10, false), (410, [:], [404, 410], 9, true),
      (500, [:], [404, 410], 0, false), (503, [:], [503], 9, true), (404, [:], [], 0, false),
      (404, ["Cache-Control": "no-store"], [404], 0, false),
      (404, ["Cache-Control": "max-age=60"], [404], 59, true),
      (500, ["Cache-Control": "max-age=60"], [], 59, true),
      (404, ["Cache-Control": "max-age=60"], [404], 60, false),
      (404, ["Last-Modified": "Sun, 06 Nov 1904 08:49:37 GMT"], [404], 10, false),
      (405, ["ETag": "\"1\""], [404], 0, false),
    ] as [(Int, HTTPFields, Set<Int>, Int64, Bool)]
  )
  func errors(_ status: Int, _ fields: HTTPFields, _ kept: Set<Int>, _ seconds: Int64, _ isThere: Bool) async
  {
    let cache = cache(isOnDisk: false, CachePolicy(negativeStatuses: kept))
    await store(fields, status: status, in: cache)
    time.seconds += seconds
    #expect((await look(in: cache).hit != nil) == isThere)
    // What is over is not given, whatever the request takes.
    time.seconds += 1_000
    #expect(await look(use: .staleThenFresh, in: cache).hit == nil)
    #expect(await look(use: .onlyFromCache, in: cache).isUnavailable)
    #expect(await look(in: cache).validation == nil)
  }

  // MARK: What is not kept

  @Test("Fields of the connection are not kept, nor such as must not be used without asking")
  func fields() async throws {
    let answer: HTTPFields = [
      "Cache-Control": "max-age=60, no-cache=\"Set-Cookie\", private=\"X-User\"", "Set-Cookie": "a=1",
      "X-User": "me",
      "Connection": "close, X-Hop", "X-Hop": "1", "Keep-Alive": "9", "Transfer-Encoding": "chunked",
      "X-Kept": "1",
    ]
    for isShared in [false, true] {
      let cache = cache(isOnDisk: false, CachePolicy(isShared: isShared))
      await store(answer, in: cache)
      let kept = try #require(await look(in: cache).hit).head.fields
      let names = Set(kept.all.map(\.name))
      let expected: Set = ["Cache-Control", "X-Kept", "Age"]
      #expect(names == (isShared ? expected : expected.union(["X-User"])))
    }
  }

  /// What the question was answered with was looked at alone: the fields that it named stayed, and were given to everybody.
  @Test("Fields that a 304 says are not to be kept any more are not kept any more")
  func fieldsForbiddenLater() async throws {
    let cache = cache(isOnDisk: false, CachePolicy(isShared: true))
    let fields: HTTPFields = [
      "Cache-Control": "max-age=1", "ETag": "\"a\"", "X-User": "me", "Set-Cookie": "a=1", "X-Hop": "1",
    ]
    await store(fields, in: cache)
    time.seconds += 2
    let validation = try #require(await look(in: cache).validation)
    let answer = head(
      [
        "Cache-Control": "max-age=600, private=\"X-User\", no-cache=\"Set-Cookie\"", "ETag": "\"a\"",
        "Connection": "X-Hop",
      ],
      304
    )
    _ = await cache.renew(validation, by: answer, requestTime: time.seconds, responseTime: time.seconds)
    let kept = try #require(await look(in: cache).hit).head.fields
    #expect(Set(kept.all.map(\.name)).isDisjoint(with: ["X-User", "Set-Cookie", "X-Hop", "Connection"]))
  }

  /// Half a million names fit into a head, and each was compared at each look-up, under the lock of the whole cache.
  @Test("An answer that varies by more than a hundred fields is not kept", arguments: [100, 101])
  func manyVaried(count: Int) async {
    let cache = cache(isOnDisk: false)
    let names = (0..<count).map { "X-\($0)" }.joined(separator: ", ")
    #expect(await store(["Cache-Control": "max-age=60", "Vary": names], in: cache) == (count == 100))
  }

  /// A transport whose connection was closed gave a shorter body, without an error.
  @Test("A body whose length is not what its head says is not kept")
  func wrongLength() async {
    let cache = cache()
    #expect(await !store(["Cache-Control": "max-age=60", "Content-Length": "101"], in: cache))
    #expect(await look(in: cache).miss == .uriMiss)
    #expect(await store(["Cache-Control": "max-age=60", "Content-Length": "100"], in: cache))
  }

  /// A writer of an answer that has come, and is not stored yet.
  private func writing(in cache: HTTPCache) async -> CacheWriter? {
    let writer = cache.store(
      head(["Cache-Control": "max-age=60"]),
      to: request,
      key: "key",
      requestTime: time.seconds,
      responseTime: time.seconds
    )
    await writer?.write(testBody(300_000))
    return writer
  }

  @Test("A writer that is let go of stores nothing")
  func letGo() async {
    let cache = cache()
    var writer = await writing(in: cache)
    #expect(writer != nil)
    #expect(!folder.names.isEmpty)
    writer = nil
    await cache.disk?.sweep()
    #expect(folder.names.isEmpty)
    #expect(cache.statistics.memory.entries == 0)
  }

  @Test("What is too old leaves the folder when room is made, without anybody who looks for it")
  func makeRoom() async {
    let cache = cache(maximumAge: .seconds(100))
    #expect(await store(in: cache))
    await cache.makeRoom()
    #expect(cache.statistics.disk.entries == 1)
    time.seconds += 101
    await cache.makeRoom()
    #expect(cache.statistics.disk.entries == 0)
    #expect(folder.names.isEmpty)
  }

  @Test("A writer that was abandoned has nothing to commit")
  func abandoned() async {
    let cache = cache()
    let writer = await writing(in: cache)
    writer?.abandon()
    #expect(await writer?.commit() == false)
    #expect(cache.statistics.memory.entries == 0)
  }

  // MARK: Removing

  @Test("What is removed is gone from memory and from the folder", arguments: ["url", "host", "all"])
  func removal(_ what: String) async throws {
    let cache = cache()
    await store(in: cache)
    switch what {
    case "url": await cache.purge(request.url)
    case "host": await cache.purge(host: "HOST")
    default: await cache.removeAll()
    }
    #expect(await look(in: cache).miss == .uriMiss)
    #expect(folder.names.isEmpty)
    #expect(cache.statistics.memory.evictions == [.purged: 1])
    #expect(cache.statistics.disk.evictions == [.purged: 1])
  }

  /// A user logged out while an answer of theirs was on its way, which was then given to the next one.
  @Test("So is what is on its way into the cache", arguments: [true, false])
  func removalOnTheWay(_ isOnDisk: Bool) async throws {
    let cache = cache(isOnDisk: isOnDisk)
    let writer = try #require(
      cache.store(
        head(["Cache-Control": "max-age=60"]),
        to: request,
        key: "key",
        requestTime: time.seconds,
        responseTime: time.seconds
      )
    )
    await writer.write(testBody(300_000))
    await cache.purge(host: "other")
    await cache.removeAll()
    await writer.write(testBody(300_000))
    #expect(await !writer.commit())
    #expect(await look(in: cache).miss == .uriMiss)
    #expect(cache.statistics.memory.entries == 0)
    #expect(folder.names.isEmpty)
  }

  @Test("An unsafe method takes its address with it, and those that its answer names, of the same origin")
  func invalidation() async throws {
    let paths = ["http://host/a", "http://host/b", "http://host/c", "http://host/d", "http://other/e"]
    let requests = try paths.map { FetchRequest(try URL(fetching: $0)) }
    let cache = cache()
    for (number, request) in requests.enumerated() { await store(for: request, key: "\(number)", in: cache) }
    let answer: HTTPFields = ["Location": "/b", "Content-Location": "http://host:80/c"]
    await cache.invalidate(request.url, after: head(answer, 500))
    #expect(cache.statistics.memory.entries == 5)
    await cache.invalidate(request.url, after: head(answer, 201))
    await cache.invalidate(request.url, after: head(["Location": "http://other/e"], 303))
    var found: [Bool] = []
    for (number, request) in requests.enumerated() {
      found.append(await cache.lookup(request, key: "\(number)").hit != nil)
    }
    #expect(found == [false, false, false, true, true])
    #expect(cache.statistics.memory.evictions == [.invalidated: 3])
    #expect(cache.statistics.disk.evictions == [.invalidated: 3])
  }

  /// It said "stored" of what had been purged in between.
  @Test("What is removed while it is stored is not told to be stored")
  func removedMeanwhile() async throws {
    let storing = Mutex<HTTPCache?>(nil)
    let cache = HTTPCache(
      memoryLimit: 1 << 20,
      folder: folder.url,
      diskLimit: 1 << 24,
      maximumAge: .seconds(1_000),
      policy: CachePolicy(),
      clock: clock,
      now: {
        // Asked when the folder has let it pass: memory has it already.
        if let cache = storing.withLock({ $0 }), cache.statistics.memory.entries == 1 {
          cache.permits.withLock { $0.finish($0.begin(.all)) }
        }
        return 1_000
      }
    )
    let writer = cache.store(
      head(["Cache-Control": "max-age=60"]),
      to: request,
      key: "key",
      requestTime: 1_000,
      responseTime: 1_000
    )
    await writer?.write(testBody(100))
    storing.withLock { $0 = cache }
    let isStored = await writer?.commit()
    storing.withLock { $0 = nil }
    #expect(isStored == false)
  }

  // MARK: Time

  @Test("What is too old goes from both, though nobody asks")
  func sweeps() async throws {
    let cache = cache(maximumAge: .seconds(800))
    await store(in: cache)
    for _ in 0..<9 {
      try await clock.sleepers(atLeast: 1)
      #expect(cache.statistics.memory.entries == 1)
      time.seconds += 100
      clock.advance(by: .seconds(100))
    }
    try await clock.sleepers(atLeast: 1)
    #expect(cache.statistics.memory.evictions == [.age: 1])
    await cache.disk?.on(try #require(cache.disk).writing) {}
    #expect(folder.names.isEmpty)
    #expect(cache.statistics.disk.evictions == [.age: 1])
  }

  @Test("A cache that is let go of sweeps no more")
  func end() async throws {
    var cache: HTTPCache? = cache()
    try await clock.sleepers(atLeast: 1)
    weak let gone = cache
    await cache?.disk?.sweep()
    cache = nil
    #expect(gone == nil)
    try await clock.sleepers(atMost: 0)
  }

  @Test("What a user makes has the limits that its documentation says")
  func defaults() async {
    let cache = HTTPCache(negativeLifetime: .seconds(3_600))
    #expect(cache.memory.entryLimit == 8 << 20)
    #expect(cache.disk == nil)
    #expect(cache.policy.negativeLifetime == 10)
    #expect(cache.policy.negativeStatuses == [404, 410])
    #expect(!cache.policy.isShared)
    #expect(cache.statistics == CacheStatistics())
  }
}

extension CacheAnswer {
  fileprivate var hit: CachedResponse? {
    if case .hit(let response) = self { response } else { nil }
  }

  fileprivate var validation: CacheValidation? {
    if case .revalidate(let validation) = self { validation } else { nil }
  }

  fileprivate var miss: CacheStatus.Forward? {
    if case .miss(let reason) = self { reason } else { nil }
  }

  fileprivate var isUnavailable: Bool {
    if case .unavailable = self { true } else { false }
  }
}

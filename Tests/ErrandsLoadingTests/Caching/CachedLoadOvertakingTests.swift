import Dispatch
import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Answers that overtake one another on their way into a cache", .timeLimit(.minutes(1)))
struct CachedLoadOvertakingTests {
  private let time = WallTime()

  /// What was not stored, as a newer one was there already, took that away.
  @Test(
    "An older one that comes last leaves the newer one in its place",
    arguments: [
      Script.fresh("2"), .fresh("2", 60, "no-store"),
      .status(304, headers: ["ETag": "\"a\"", "Cache-Control": "no-store"]),
    ],
    [false, true]
  )
  func older(_ late: Script, _ hasFolder: Bool) async throws {
    let folder = try TemporaryFolder()
    let gate = Gate()
    try await withCachedFetcher(
      .test(time, in: hasFolder ? folder : nil),
      respond: { request in
        if request.number == 2 {
          try await gate.wait()
          return late
        }
        return .fresh("\(request.number)", tag: "\"a\"")
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      let validation = fetcher.data(for: FetchRequest(upstream.url)).run()
      _ = try await upstream.request(2)
      #expect(try await fetcher.text(upstream.url, .reload) == "3")
      gate.open()
      #expect(try await validation.value.cacheStatus?.isStored == false)
      #expect(try await fetcher.answer(upstream.url, .onlyFromCache).text == "3")
    }
  }

  /// It joined the first, and gave what had been asked for before the user had changed anything.
  @Test("Those that reload wait for none to what was asked before, and share one where nothing has been")
  func reloads() async throws {
    let gates = [Gate(), Gate()]
    let mayAsk = Gate()
    let patient = Interceptor(adapting: { request, _ in
      try await mayAsk.wait()
      return request
    })
    try await withCachedFetcher(
      .test(time),
      { $0.interceptors = [patient] },
      respond: { request in
        if request.number <= 2 { try await gates[request.number - 1].wait() }
        return .fresh("\(request.number)")
      }
    ) { fetcher, upstream in
      var reload = FetchRequest(upstream.url)
      reload.cacheUse = .reload
      let first = [1, 2].map { _ in fetcher.data(for: reload).run() }
      mayAsk.open()
      _ = try await upstream.request(1)
      let second = fetcher.data(for: reload).run()
      _ = try await upstream.request(2)
      for gate in gates.reversed() { gate.open() }
      #expect(try await second.value.text == "2")
      for run in first { #expect(try await run.value.text == "1") }
      #expect(upstream.requestCount == 2)
    }
  }

  /// The newer one was too long for memory: until the folder had it, a look at the older one there gave that to memory, which was
  /// asked first from then on.
  @Test("An older one that is copied into memory while a newer one goes into the folder does not stay there")
  func copied() async throws {
    let folder = try TemporaryFolder()
    let cache = HTTPCache.test(time, in: folder, memoryLimit: 4_000)
    let disk = try #require(cache.disk)
    let request = try cacheRequest("a")
    func writer() -> CacheWriter? {
      let head = FetchHead(url: request.url, status: 200, fields: ["Cache-Control": "max-age=60"])
      let now = time.seconds
      return cache.store(head, to: request, key: "key", requestTime: now, responseTime: now)
    }
    func length() async -> Int64? {
      guard case .hit(let response) = await cache.lookup(request, key: "key") else { return nil }
      return response.body.length
    }
    let older = writer()
    await older?.write(testBody(500))
    await older?.commit()
    let newer = writer()
    await newer?.write(testBody(3_000))

    let free = DispatchSemaphore(value: 0)
    disk.writing.async { free.wait() }
    async let isStored = newer?.commit()
    while cache.statistics.memory.entries > 0 { await Task.yield() }
    #expect(await length() == 500)
    #expect(cache.statistics.memory.entries == 1)
    free.signal()
    #expect(await isStored == true)
    #expect(await length() == 3_000)
  }

  /// Memory knew the address with its password, and the folder without it: they were two answers.
  @Test("One with a password in its address is renewed in the folder, too")
  func password() async throws {
    let folder = try TemporaryFolder()
    let cache = HTTPCache.test(time, in: folder)
    let request = FetchRequest(try URL(fetching: "http://user:password@host/a"))
    let fields: HTTPFields = ["Cache-Control": "max-age=60", "ETag": "\"1\""]
    func head(_ status: Int) -> FetchHead { FetchHead(url: request.url, status: status, fields: fields) }
    let then = time.seconds
    await cache.store(head(200), to: request, key: "key", requestTime: then, responseTime: then)?.commit()
    time.pass(100)
    guard case .revalidate(let validation) = await cache.lookup(request, key: "key") else {
      Issue.record("it is not asked about")
      return
    }
    let now = time.seconds
    let renewed = await cache.renew(validation, by: head(304), requestTime: now, responseTime: now)
    #expect(renewed?.status.isStored == true)
    let next = HTTPCache.test(time, in: folder)
    guard case .hit(let response) = await next.lookup(request, key: "key") else {
      Issue.record("the folder has it as it was")
      return
    }
    #expect(response.status.timeToLive == 60)
    #expect(response.head.url.absoluteString == "http://host/a")
  }
}

import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Loads of what is stale in a cache", .timeLimit(.minutes(1)))
struct CachedLoadValidationTests {
  private let time = WallTime()

  @Test(
    "A 304 renews what is stored, its fields and its life, in memory and in the folder",
    arguments: Carrier.allCases
  )
  func renewed(_ carrier: Carrier) async throws {
    let folder = try TemporaryFolder()
    let url = try await withCachedFetcher(
      .test(time, in: folder),
      over: carrier,
      respond: { .tagged("one", "\"a\"", for: $0) }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      let answer = try await fetcher.answer(upstream.url)
      #expect(answer.text == "one")
      #expect(answer.head.status == 200)
      #expect(answer.head.fields["X-Number"] == "2")
      #expect(answer.told == "fwd=stale; fwd-status=304; ttl=60; stored")
      #expect(upstream.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\""])
      time.pass(50)
      #expect(try await fetcher.answer(upstream.url).told == "hit; ttl=10")
      #expect(upstream.requestCount == 2)
      return upstream.url
    }
    try await withCachedFetcher(.test(time, in: folder), respond: { _ in .status(500) }) { fetcher, _ in
      let answer = try await fetcher.answer(url)
      #expect(answer.head.fields["X-Number"] == "2")
      #expect(answer.told == "hit; ttl=10")
    }
  }

  @Test("By the time of the last change, where there is no tag", arguments: Carrier.allCases)
  func lastModified(_ carrier: Carrier) async throws {
    let modified = HTTPDate(seconds: time.seconds - 1_000).description
    try await withCachedFetcher(
      .test(time),
      over: carrier,
      respond: { request in
        let fields: HeaderFields = ["Last-Modified": modified, "Cache-Control": "max-age=60"]
        if request.headers["If-Modified-Since"] == modified { return .status(304, headers: fields) }
        return .ok("one", headers: fields)
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      #expect(try await fetcher.answer(upstream.url).told == "fwd=stale; fwd-status=304; ttl=60; stored")
    }
  }

  /// It was no tag, and yet another one: each renewal cost two requests.
  @Test("Nor does a tag without quotes, which is none, stand in the way")
  func noTag() async throws {
    let modified = HTTPDate(seconds: time.seconds - 1_000).description
    try await withCachedFetcher(
      .test(time),
      respond: { request in
        let fields: HeaderFields = [
          "ETag": "abc", "Last-Modified": modified, "Cache-Control": "max-age=60",
        ]
        if request.headers["If-Modified-Since"] == modified { return .status(304, headers: fields) }
        return .ok("one", headers: fields)
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      #expect(try await fetcher.answer(upstream.url).told == "fwd=stale; fwd-status=304; ttl=60; stored")
      #expect(upstream.requestCount == 2)
    }
  }

  @Test("A new answer takes the place of the one before", arguments: Carrier.allCases)
  func replaced(_ carrier: Carrier) async throws {
    try await withCachedFetcher(
      .test(time),
      over: carrier,
      respond: { .tagged("\($0.number)", "\"\($0.number)\"", for: $0) }
    ) { fetcher, upstream in
      #expect(try await fetcher.text(upstream.url) == "1")
      time.pass(100)
      let answer = try await fetcher.answer(upstream.url)
      #expect(answer.text == "2")
      #expect(answer.told == "fwd=stale; stored")
      #expect(try await fetcher.text(upstream.url) == "2")
      #expect(upstream.requestCount == 2)
    }
  }

  /// An HTTP client took a 304 with a `Location` for a redirect, and the load failed or went elsewhere.
  @Test("A 304 that names a place is no redirect", arguments: Carrier.allCases)
  func location(_ carrier: Carrier) async throws {
    try await withCachedFetcher(
      .test(time),
      over: carrier,
      respond: { request in
        guard request.headers["If-None-Match"] != nil else { return .fresh("one", tag: "\"a\"") }
        return .status(304, headers: ["ETag": "\"a\"", "Location": "/elsewhere"])
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      #expect(try await fetcher.text(upstream.url) == "one")
      #expect(upstream.requests.map(\.path) == ["/", "/"])
    }
  }

  @Test("A 304 that was not asked for is an error", arguments: Carrier.allCases)
  func unasked(_ carrier: Carrier) async throws {
    try await withCachedFetcher(
      .test(time),
      over: carrier,
      respond: { $0.number == 1 ? .fresh("one") : .status(304) }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      #expect(await fetcher.error(upstream.url)?.cause == .status(304, retryAfter: nil))
      #expect(upstream.requests.last?.headers["If-None-Match"] == nil)
    }
  }

  @Test("A 304 about something else is no answer: the whole is asked for", arguments: Carrier.allCases)
  func aboutSomethingElse(_ carrier: Carrier) async throws {
    try await withCachedFetcher(
      .test(time),
      over: carrier,
      respond: { request in
        switch request.number {
        case 1: .fresh("one", tag: "\"a\"")
        case 2: .status(304, headers: ["ETag": "\"b\""])
        default: .fresh("three", tag: "\"c\"")
        }
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      let answer = try await fetcher.answer(upstream.url)
      #expect(answer.text == "three")
      #expect(answer.told == "fwd=stale; stored")
      #expect(upstream.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\"", nil])
    }
  }

  /// A page that leads to another one by now was given as it had been: the other one had the same tag, as short ones are.
  @Test("A 304 of what a redirect leads to says nothing of what is stored", arguments: Carrier.allCases)
  func redirected(_ carrier: Carrier) async throws {
    try await withCachedFetcher(
      .test(time),
      over: carrier,
      respond: { request in
        if request.path == "/login" { return .tagged("login", "\"1\"", for: request) }
        return request.number == 1 ? .fresh("page", tag: "\"1\"") : .redirect(to: "/login")
      }
    ) { fetcher, upstream in
      let url = upstream.url("/page")
      _ = try await fetcher.text(url)
      time.pass(100)
      #expect(try await fetcher.text(url) == "login")
      #expect(upstream.requests.map(\.path) == ["/page", "/page", "/login", "/page", "/login"])
    }
  }

  /// A body that broke off, and then the news that nothing has changed: what had come of it was stored as a whole answer
  /// where the server had not told its length.
  @Test("A 304 behind a new body that broke off leaves what is stored as it was", arguments: Carrier.allCases)
  func brokenThenUnchanged(_ carrier: Carrier) async throws {
    try await withCachedFetcher(
      .test(time),
      over: carrier,
      { $0.retry = RetryPolicy(retries: 2, base: .zero) },
      respond: { request in
        switch request.number {
        case 1: .fresh("one", tag: "\"a\"")
        case 2:
          Script(
            headers: ["Cache-Control": "max-age=60", "ETag": "\"b\""],
            framing: .chunked,
            steps: [.text("tw"), .reset]
          )
        default: .status(304, headers: ["ETag": "\"a\"", "Cache-Control": "max-age=60"])
        }
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      #expect(try await fetcher.text(upstream.url) == "one")
      #expect(upstream.requestCount == 3)
      #expect(try await fetcher.text(upstream.url) == "one")
      #expect(upstream.requestCount == 3)
    }
  }

  @Test("A validation of HEAD renews what is stored for GET")
  func head() async throws {
    try await withCachedFetcher(.test(time), respond: { .tagged("one", "\"a\"", for: $0) }) {
      fetcher,
      upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      let answer = try await fetcher.answer(upstream.url, method: .head)
      #expect(answer.told == "fwd=stale; fwd-status=304; ttl=60; stored")
      #expect(answer.body.isEmpty)
      #expect(try await fetcher.answer(upstream.url).told == "hit; ttl=60")
      #expect(upstream.requests.map(\.method) == ["GET", "HEAD"])
    }
  }

  // MARK: Where the server fails

  /// What goes wrong when the server is asked again.
  enum Failure: String, CaseIterable, Sendable {
    case status500, status503, lost, truncated, refused
  }

  private func script(_ failure: Failure) -> Script {
    switch failure {
    case .status500: .status(500)
    case .status503: .status(503)
    case .lost, .refused: .raw([.reset])
    case .truncated: Script(framing: .length(10), steps: [.text("tw")])
    }
  }

  @Test(
    "Stale if error: what is stored is given where the server fails",
    arguments: Failure.allCases,
    Carrier.allCases
  )
  func staleIfError(_ failure: Failure, _ carrier: Carrier) async throws {
    let failing = script(failure)
    try await withCachedFetcher(
      .test(time),
      over: carrier,
      respond: { $0.number == 1 ? .fresh("one", tag: "\"a\"", "stale-if-error=1000") : failing }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      if failure == .refused {
        await upstream.stop()
      }
      let answer = try await fetcher.answer(upstream.url)
      #expect(answer.text == "one")
      let status =
        switch failure {
        case .status500: "; fwd-status=500"
        case .status503: "; fwd-status=503"
        default: ""
        }
      #expect(answer.told == "fwd=stale\(status); ttl=-40")
      // It is as old as before: the next load asks again.
      time.pass(1_000)
      #expect(await fetcher.error(upstream.url) != nil)
    }
  }

  @Test("A refusal that is the request's own fault is told, whatever is stored", arguments: [403, 404, 429])
  func clientError(_ status: Int) async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { $0.number == 1 ? .fresh("one", tag: "\"a\"", "stale-if-error=1000") : .status(status) }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      #expect(await fetcher.error(upstream.url)?.cause == .status(status, retryAfter: nil))
    }
  }

  @Test("Without leave to be stale the error is told, and what is stored stays for when the server is back")
  func noLeave() async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { $0.number == 2 ? .status(500) : .tagged("one", "\"a\"", for: $0) }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      #expect(await fetcher.error(upstream.url)?.cause == .status(500, retryAfter: nil))
      #expect(try await fetcher.answer(upstream.url).told == "fwd=stale; fwd-status=304; ttl=60; stored")
    }
  }

  /// A circuit that is open told its error, though nobody was as unreachable as that host.
  @Test("A host that is left alone has failed, too")
  func openCircuit() async throws {
    var limits = Admission.Limits()
    limits.breaker = CircuitBreaker(failures: 1)
    let admission = Admission(limits: limits, clock: VirtualClock())
    try await withCachedFetcher(
      .test(time),
      { $0.admission = admission },
      respond: { $0.number == 1 ? .fresh("one", tag: "\"a\"", "stale-if-error=1000") : .status(500) }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      #expect(try await fetcher.text(upstream.url) == "one")
      #expect(try await fetcher.text(upstream.url) == "one")
      #expect(upstream.requestCount == 2)
    }
  }
}

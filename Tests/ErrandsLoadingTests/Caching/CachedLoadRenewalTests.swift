import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

/// All of these were kept and given to the next who asked, until an attack on the loader tried them.
@Suite("What a 304 says about what is stored", .timeLimit(.minutes(1)))
struct CachedLoadRenewalTests {
  private let time = WallTime()

  /// Loads what has a tag, and after 100 seconds asks whether it still holds, which is answered by a 304 with these fields.
  private func withRenewed(
    _ fields: HeaderFields,
    tag: String = "\"a\"",
    storing first: HeaderFields = [:],
    isShared: Bool = false,
    asking asked: HTTPFields = [:],
    _ test: (Fetcher, ScriptedUpstream, FetchedData) async throws -> Void
  ) async throws {
    try await withCachedFetcher(
      .test(time, CachePolicy(isShared: isShared)),
      respond: { request in
        guard request.headers["If-None-Match"] == nil else { return .status(304, headers: fields) }
        var headers = first
        headers.append(name: "ETag", value: tag)
        headers.append(name: "Cache-Control", value: "max-age=60")
        return .ok("one for \(request.headers["Accept-Language"] ?? "all")", headers: headers)
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url, .usual, ["Accept-Language": "de"])
      time.pass(100)
      var again = asked
      again["Accept-Language"] = "de"
      let answer = try await fetcher.answer(upstream.url, .usual, again)
      #expect(answer.text == "one for de")
      try await test(fetcher, upstream, answer)
    }
  }

  @Test("That it varies from now on: it is given to nobody who asks in another language")
  func varies() async throws {
    try await withRenewed(["ETag": "\"a\"", "Cache-Control": "max-age=60", "Vary": "Accept-Language"]) {
      fetcher,
      upstream,
      _ in
      let other = try await fetcher.text(upstream.url, .usual, ["Accept-Language": "vi"])
      #expect(other == "one for vi")
    }
  }

  @Test(
    "That it may not be kept any more: it is given once, and is gone",
    arguments: [
      ("Vary", "*", false), ("Cache-Control", "no-store", false),
      ("Cache-Control", "private, max-age=60", true),
    ]
  )
  func forbids(_ name: String, _ value: String, isShared: Bool) async throws {
    var fields: HeaderFields = ["ETag": "\"a\""]
    fields.append(name: name, value: value)
    try await withRenewed(fields, isShared: isShared) { fetcher, upstream, answer in
      #expect(answer.cacheStatus?.isStored == false && answer.cacheStatus?.mayBeKept == false)
      #expect(await fetcher.error(upstream.url, .onlyFromCache)?.cause == .notCached)
    }
  }

  @Test("What it says to a request that wants nothing stored is told to nobody else")
  func unstored() async throws {
    let fields: HeaderFields = ["ETag": "\"a\"", "Cache-Control": "max-age=600", "X-Secret": "1"]
    try await withRenewed(fields, asking: ["Cache-Control": "no-store"]) { fetcher, upstream, answer in
      #expect(answer.cacheStatus?.isStored == false)
      let stale = try await fetcher.answer(upstream.url, .onlyFromCache, ["Accept-Language": "de"])
      #expect(stale.head.fields["X-Secret"] == nil)
    }
  }

  /// A part of it was given as one of the very same bytes.
  @Test("A strong tag does not make strong what was stored under a weak one")
  func weak() async throws {
    let fields: HeaderFields = ["ETag": "\"a\"", "Cache-Control": "max-age=60"]
    try await withRenewed(fields, tag: "W/\"a\"") { fetcher, upstream, answer in
      #expect(answer.head.fields["ETag"] == "W/\"a\"")
      let part: HTTPFields = ["Range": "bytes=0-0", "If-Range": "\"a\"", "Accept-Language": "de"]
      let answered = try await fetcher.answer(upstream.url, .usual, part)
      #expect(answered.head.status == 200)
    }
  }

  /// It stayed stale for ever, and each load asked anew.
  @Test("Without a date it is of now, and how old it once was does not count any more")
  func undated() async throws {
    let first: HeaderFields = ["Date": time.text, "Age": "50"]
    try await withRenewed(["ETag": "\"a\""], storing: first) { fetcher, upstream, answer in
      #expect(answer.told == "fwd=stale; fwd-status=304; ttl=60; stored")
      #expect(answer.head.fields["Age"] == "0" && answer.head.fields["Date"] == time.text)
      time.pass(10)
      let later = try await fetcher.answer(upstream.url, .usual, ["Accept-Language": "de"])
      #expect(later.told == "hit; ttl=50")
    }
  }

  @Test("What it says to a user whom only an interceptor knows is told to nobody else")
  func intercepted() async throws {
    let user = Lock<String?>(nil)
    try await withCachedFetcher(
      .test(time),
      { $0.interceptors = [adapting { $0.fields["Cookie"] = user.withLock { $0 } }] },
      respond: { request in
        guard request.headers["If-None-Match"] != nil else { return .fresh("one", tag: "\"a\"") }
        let name = request.headers["Cookie"] ?? "nobody"
        return .status(304, headers: ["ETag": "\"a\"", "Cache-Control": "max-age=60", "Set-Cookie": name])
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      user.withLock { $0 = "bob" }
      let ofBob = try await fetcher.answer(upstream.url)
      #expect(ofBob.head.fields["Set-Cookie"] == "bob" && ofBob.cacheStatus?.isStored == false)
      user.withLock { $0 = nil }
      #expect(try await fetcher.answer(upstream.url).head.fields["Set-Cookie"] == "nobody")
    }
  }

  @Test(
    "What an interceptor puts into the address, or does not want stored, is not stored under the bare one"
  )
  func interceptedAddress() async throws {
    let user = Lock("bob")
    try await withCachedFetcher(
      .test(time),
      {
        $0.interceptors = [
          adapting { request in
            if request.url.path == "/secret" {
              request.fields["Cache-Control"] = "no-store"
            } else {
              request.url.append(queryItems: [URLQueryItem(name: "token", value: user.withLock { $0 })])
            }
          }
        ]
      },
      respond: { .fresh("\($0.number) for \($0.query ?? "all")") }
    ) { fetcher, upstream in
      let ofBob = try await fetcher.text(upstream.url("/a"))
      #expect(ofBob == "1 for token=bob")
      user.withLock { $0 = "alice" }
      #expect(try await fetcher.text(upstream.url("/a")) == "2 for token=alice")
      _ = try await fetcher.text(upstream.url("/secret"))
      #expect(try await fetcher.text(upstream.url("/secret")) == "4 for all")
    }
  }
}

/// Changes each request.
private func adapting(_ change: @escaping @Sendable (inout FetchRequest) -> Void) -> Interceptor {
  Interceptor(adapting: { request, _ in
    var request = request
    change(&request)
    return request
  })
}

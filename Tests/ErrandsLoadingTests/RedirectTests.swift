import Errands
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Redirects", .timeLimit(.minutes(1)))
struct RedirectTests {
  private let credentials: HTTPFields = [
    "Authorization": "Bearer secret", "Cookie": "a=b", "Proxy-Authorization": "Basic c2VjcmV0",
    "X-Plain": "1",
  ]

  @Test("Each kind leads on", arguments: Carrier.allCases, [301, 302, 303, 307, 308])
  func followed(_ carrier: Carrier, _ status: Int) async throws {
    try await withFetcher(
      carrier,
      respond: { $0.path == "/old" ? .redirect(to: "/new?a=b", status: status) : .ok("here") },
      { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url("/old"))).value()
        #expect(answer.body == Data("here".utf8))
        #expect(answer.head.url == upstream.url("/new?a=b"))
        #expect(upstream.requests.map(\.path) == ["/old", "/new"])
        #expect(upstream.requests.last?.query == "a=b")
      }
    )
  }

  @Test("Relative addresses are resolved", arguments: Carrier.allCases)
  func relative(_ carrier: Carrier) async throws {
    let next = ["/a/b/c": "../d", "/a/d": "e?f=g", "/a/e": "//127.0.0.1:PORT/h", "/h": "?i=j"]
    try await withFetcher(
      carrier,
      respond: { request in
        let port = request.headers["Host"]?.split(separator: ":").last ?? ""
        guard request.query != "i=j", let location = next[request.path] else { return .ok("end") }
        return .redirect(to: location.replacing("PORT", with: port))
      },
      { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url("/a/b/c"))).value()
        #expect(answer.head.url == upstream.url("/h?i=j"))
        #expect(upstream.requests.map(\.path) == ["/a/b/c", "/a/d", "/a/e", "/h", "/h"])
      }
    )
  }

  @Test("The body of a redirect is not the answer", arguments: Carrier.allCases)
  func bodyOfRedirect(_ carrier: Carrier) async throws {
    let moved = Script(status: 301, headers: ["Location": "/new"], steps: [.text("it has moved")])
    try await withFetcher(carrier, respond: { $0.path == "/" ? moved : .ok("here") }) { fetcher, upstream in
      let answer = try await fetcher.data(for: FetchRequest(upstream.url("/"))).value()
      #expect(answer.body == Data("here".utf8))
    }
  }

  @Test("A loop ends at the limit", arguments: Carrier.allCases)
  func loop(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .redirect(to: "/"), { $0.redirectLimit = 4 }) { fetcher, upstream in
      let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
      #expect(error == FetchError(upstream.url, .badRedirect(reason: "more than 4 hops")))
      #expect(upstream.requestCount == 5)
    }
  }

  @Test("A limit of nothing, or of less, follows none", arguments: [0, -1])
  func noRedirects(_ limit: Int) async throws {
    try await withFetcher(.asyncHTTPClient, .redirect(to: "/"), { $0.redirectLimit = limit }) {
      fetcher,
      upstream in
      let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
      #expect(error?.kind == "badRedirect")
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("A redirect to nowhere is an error that says so", arguments: Carrier.allCases)
  func noLocation(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .status(302)) { fetcher, upstream in
      let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
      #expect(error == FetchError(upstream.url, .badRedirect(reason: "it says 302 but not where to")))
    }
  }

  @Test("A redirect to another scheme is not followed", arguments: Carrier.allCases)
  func otherScheme(_ carrier: Carrier) async throws {
    for location in ["file:///etc/passwd", "ftp://host/", "javascript:alert(1)"] {
      try await withFetcher(carrier, .redirect(to: location)) { fetcher, upstream in
        let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
        #expect(error?.kind == "badRedirect")
        #expect(error?.description.contains("only http and https can be fetched") == true)
      }
    }
  }

  @Test("304 with a Location is no redirect", arguments: Carrier.allCases)
  func notModified(_ carrier: Carrier) async throws {
    let script = Script.status(304, headers: ["Location": "/elsewhere"])
    try await withFetcher(carrier, script) { fetcher, upstream in
      let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
      #expect(error == FetchError(upstream.url, .status(304, retryAfter: nil)))
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("Credentials stay within their origin", arguments: Carrier.allCases)
  func credentialsKept(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      respond: { $0.path == "/old" ? .redirect(to: "/new") : .ok("") },
      { fetcher, upstream in
        _ = try await fetcher.data(for: FetchRequest(upstream.url("/old"), fields: credentials)).value()
        for request in upstream.requests {
          for field in credentials.all { #expect(request.headers[field.name] == field.value) }
        }
        #expect(upstream.requestCount == 2)
      }
    )
  }

  /// HTTP clients that follow redirects themselves have sent an API's key on to whomever it redirected to.
  @Test("Credentials do not cross to another origin", arguments: Carrier.allCases)
  func credentialsDropped(_ carrier: Carrier) async throws {
    try await withUpstream(respond: { _ in .ok("there") }) { other in
      let there = other.url("/there").absoluteString
      try await withFetcher(carrier, .redirect(to: there)) { fetcher, upstream in
        _ = try await fetcher.data(for: FetchRequest(upstream.url, fields: credentials)).value()
        #expect(upstream.requests.first?.headers["Authorization"] == "Bearer secret")
      }
      let seen = try #require(other.requests.first?.headers)
      #expect(seen["X-Plain"] == "1")
      for name in ["Authorization", "Cookie", "Proxy-Authorization"] { #expect(seen[name] == nil) }
    }
  }

  /// It was told the name of the host before, and answered as that one, or not at all.
  @Test("A `Host` of the caller's is that of its own origin")
  func hostDropped() async throws {
    try await withUpstream(respond: { _ in .ok("there") }) { other in
      let there = other.url("/there").absoluteString
      try await withFetcher(.asyncHTTPClient, .redirect(to: there)) { fetcher, upstream in
        let request = FetchRequest(upstream.url, fields: ["Host": "a.example"])
        _ = try await fetcher.data(for: request).value()
        #expect(upstream.requests.first?.headers["Host"] == "a.example")
      }
      #expect(other.requests.first?.headers["Host"] == "127.0.0.1:\(other.port)")
    }
  }

  @Test("The secure connection is not left")
  func downgrade() async throws {
    struct Redirecting: Transport {
      func send(_ request: FetchRequest) async throws -> TransportResponse {
        let head = FetchHead(url: request.url, status: 302, fields: ["Location": "http://host/"])
        return TransportResponse(head: head, body: TransportBody(AsyncStream<Data> { $0.finish() }))
      }
    }
    let url = try URL(fetching: "https://host/")
    let error = await Fetcher(transport: Redirecting()).data(for: FetchRequest(url)).outcome().fetchError
    #expect(
      error == FetchError(url, .badRedirect(reason: "it leaves the secure connection for http://host/"))
    )
  }
}

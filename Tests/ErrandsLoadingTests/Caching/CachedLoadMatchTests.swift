import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("What is asked for and what is stored", .timeLimit(.minutes(1)))
struct CachedLoadMatchTests {
  private let time = WallTime()

  /// It was given the stored body of a GET, or its condition.
  @Test("What is asked by another method than GET and HEAD is not answered with what is stored")
  func options() async throws {
    try await withCachedFetcher(
      .test(time),
      respond: {
        $0.method == "OPTIONS" ? .ok("", headers: ["Allow": "GET, PUT"]) : .fresh("one", tag: "\"a\"")
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      for _ in 0..<2 {
        let answer = try await fetcher.answer(upstream.url, method: .options)
        #expect(answer.head.fields["Allow"] == "GET, PUT" && answer.told == "fwd=method")
        time.pass(100)
      }
      #expect(upstream.requests.map { $0.headers["If-None-Match"] } == [nil, nil, nil])
    }
  }

  @Test("A field that is not there is another one than an empty one, and so are two writings of one letter")
  func nearlyTheSame() async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { .ok("\($0.number)", headers: ["Cache-Control": "max-age=60", "Vary": "X-User"]) }
    ) { fetcher, upstream in
      for (number, user) in [nil, "", "\u{e9}", "e\u{301}"].enumerated() {
        let fields = user.map { [HTTPFields.Field("X-User", $0)] } ?? []
        let text = try await fetcher.text(upstream.url, .usual, HTTPFields(fields))
        #expect(text == "\(number + 1)")
      }
    }
    // Of two loads at once, one would have had the other's answer.
    let keys = ["\u{e9}", "e\u{301}"].map {
      FetchKey(FetchRequest(URL(filePath: "/a"), fields: ["Authorization": "Bearer \($0)"]))
    }
    #expect(keys[0] != keys[1])
  }

  /// A part of what was stored began where it had begun there, and `body[0]` ended the process.
  @Test("The first byte of every answer has the place 0", arguments: [nil, "bytes=2-3"])
  func places(_ range: String?) async throws {
    let transport = ClosureTransport { request in
      let fields: HTTPFields = ["Cache-Control": "max-age=60", "Content-Length": "10"]
      let body = TransportBody(Data("...0123456789".utf8)[3...])
      return TransportResponse(head: FetchHead(url: request.url, status: 200, fields: fields), body: body)
    }
    var configuration = Fetcher.Configuration()
    configuration.cache = .test(time)
    let fetcher = Fetcher(transport: transport, configuration: configuration)
    let url = try cacheRequest("a").url
    let whole = try await fetcher.answer(url)
    let part = try await fetcher.answer(url, .usual, range.map { ["Range": $0] } ?? [:])
    #expect(whole.body.startIndex == 0 && part.body.startIndex == 0)
    #expect(whole.text == "0123456789" && part.text == (range == nil ? whole.text : "23"))
  }
}

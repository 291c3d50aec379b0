import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Testing

@Suite("Cookies", .timeLimit(.minutes(1)))
struct CookieTests {
  @Test("Are not kept from one load to the next, nor over a redirect", arguments: Carrier.allCases)
  func notKept(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      respond: { request in
        var script = request.path == "/moved" ? Script.redirect(to: "/there") : .ok("page")
        script.headers.append(name: "Set-Cookie", value: "session=secret; Path=/")
        return script
      },
      { fetcher, upstream in
        for path in ["/", "/", "/moved"] {
          let answer = try await fetcher.data(for: FetchRequest(upstream.url(path))).value()
          #expect(answer.head.fields["Set-Cookie"] == "session=secret; Path=/")
        }
        let response = try await fetcher.response(for: FetchRequest(upstream.url))
        for try await _ in response.body {}
        #expect(upstream.requestCount == 5)
        #expect(upstream.requests.allSatisfy { $0.headers["Cookie"] == nil })
      }
    )
  }

  @Test("Of the caller's own are sent, and sent alone", arguments: Carrier.allCases)
  func own(_ carrier: Carrier) async throws {
    let script = Script.ok("page", headers: ["Set-Cookie": "session=secret; Path=/"])
    try await withFetcher(carrier, script) { fetcher, upstream in
      for number in 1...2 {
        let request = FetchRequest(upstream.url, fields: ["Cookie": "mine=\(number)"])
        _ = try await fetcher.data(for: request).value()
        #expect(try await upstream.request(number).headers["Cookie"] == "mine=\(number)")
      }
    }
  }
}

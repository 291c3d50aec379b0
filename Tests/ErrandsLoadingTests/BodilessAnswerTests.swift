import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Answers without a body, to conditions of a request's own", .timeLimit(.minutes(1)))
struct BodilessAnswerTests {
  private static func script(_ request: RecordedRequest) -> Script { .tagged("one", "\"a\"", for: request) }

  private func request(_ upstream: ScriptedUpstream) -> FetchRequest {
    FetchRequest(upstream.url, fields: ["If-None-Match": "\"a\""])
  }

  /// The reader's wait for the head went on for as long as the process.
  @Test("A reader has the head, and an empty body", arguments: Carrier.allCases)
  func response(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, respond: Self.script) { fetcher, upstream in
      let response = try await fetcher.response(for: request(upstream))
      #expect(response.head.status == 304)
      #expect(response.head.fields["ETag"] == "\"a\"")
      var body = Data()
      for try await chunk in response.body { body += chunk }
      #expect(body.isEmpty)
    }
  }

  /// Each was an error: that a compressed body had been cut off, or that five bytes were missing.
  @Test(
    "What an answer says of a body that it does not have is no matter",
    arguments: [
      (FetchRequest.Method.head, "200 OK", "Content-Encoding: gzip\r\nContent-Length: 99"),
      (.head, "200 OK", "Content-Encoding: deflate"),
      (.get, "200 OK", "Content-Encoding: gzip\r\nContent-Length: 0"),
      (.get, "204 No Content", "Content-Encoding: gzip"),
      (.get, "204 No Content", "Content-Length: 5"),
      (.get, "304 Not Modified", "Content-Encoding: gzip\r\nETag: \"a\""),
    ]
  )
  func saidOnly(_ method: FetchRequest.Method, _ status: String, _ fields: String) async throws {
    // It does close; a client that is not told may ask again on the same connection, and meet its end there.
    let script = Script.raw([.text("HTTP/1.1 \(status)\r\nConnection: close\r\n\(fields)\r\n\r\n")])
    try await withFetcher(.asyncHTTPClient, script) { fetcher, upstream in
      var request = request(upstream)
      request.method = method
      for _ in 1...2 {
        let answer = try await fetcher.data(for: request).value()
        #expect(answer.body.isEmpty)
        #expect(status.hasPrefix("\(answer.head.status)"))
      }
    }
  }

  /// They were told of a success of which they knew no head.
  @Test("Delegates are told the head, and then success", arguments: Carrier.allCases)
  func delegates(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, respond: Self.script) { fetcher, upstream in
      let (methods, actions) = (MethodDelegate(), ActionDelegate())
      fetcher.run(request(upstream), delegate: methods, on: .concurrent)
      fetcher.run(request(upstream), actions: actions, on: .concurrent)
      for events in [methods.events, actions.events] {
        _ = try await events.first(where: \.isEnd)
        #expect(events.all == [.head(status: 304), .success])
      }
    }
  }

  /// A 304 has no `Content-Type`: a check for that refused each renewal of what the cache had.
  @Test("A check is not asked about a 304, but about what it confirms")
  func checked() async throws {
    let (time, checked) = (WallTime(), Events<Int>())
    try await withCachedFetcher(
      .test(time),
      { $0.validate = { checked.record($0.status) } },
      respond: Self.script
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      let renewed = try await fetcher.answer(upstream.url)
      #expect(renewed.told?.hasPrefix("fwd=stale; fwd-status=304") == true)
      #expect(upstream.requestCount == 2)
      #expect(Set(checked.all) == [200])
    }
  }
}

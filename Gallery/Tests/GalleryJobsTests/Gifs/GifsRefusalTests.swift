import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("A search that Giphy refuses, in every style", .timeLimit(.minutes(1)))
struct GifsRefusalTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: Script
    let sentence: String
  }

  private static func refusal(_ status: Int, _ text: String, _ sentence: String) -> Refusal {
    let fields: HeaderFields = ["Content-Type": "application/json"]
    return Refusal(
      testDescription: "\(status) \(text)",
      script: .status(status, headers: fields, text: text),
      sentence: sentence
    )
  }

  private static let badKey =
    " answered 401: Giphy does not know the API key; set GIPHY_API_KEY to one from developers.giphy.com."
  private static let tooMany =
    " answered 429: Giphy's limit of requests is reached; try again later: a beta key has 100 an hour."

  /// In every shape that was recorded; what stands before Giphy has another than Giphy itself, and some say
  /// so in the body only.
  static let refusals = [
    refusal(401, #"{"data":[],"meta":{"status":401,"msg":"Unauthorized","response_id":""}}"#, badKey),
    refusal(401, #"{"message":"Invalid authentication credentials"}"#, badKey),
    refusal(200, #"{"data":[],"meta":{"status":401,"msg":"Unauthorized"}}"#, badKey),
    refusal(
      403,
      #"{"meta":{"status":403,"msg":"Forbidden"}}"#,
      " answered 403: Giphy does not let this API key do that; check it at developers.giphy.com."
    ),
    refusal(414, "", " answered 414: Giphy finds the keyword too long; shorten it."),
    refusal(429, #"{"message":"API rate limit exceeded"}"#, tooMany),
    refusal(429, #"{"data":[],"meta":{"status":429,"msg":"API rate limit exceeded"}}"#, tooMany),
    refusal(200, #"{"meta":{"status":429,"msg":"API rate limit exceeded"}}"#, tooMany),
    refusal(
      200,
      #"{"message":"API rate\u001B[2J limit exceeded"}"#,
      #" answered with a refusal: "API rate\u{1B}[2J limit exceeded"; try again later."#
    ),
    refusal(
      200,
      #"{"data":[],"meta":{"status":400,"msg":"Bad Request"}}"#,
      #" answered with a refusal (400): "Bad Request"; try again later."#
    ),
    refusal(404, "{}", " answered 404 (Not Found); check the address."),
    refusal(500, "", " answered 500 (Internal Server Error); try again later."),
    refusal(
      200,
      #"{"data": {}}"#,
      " answered with JSON of another shape: data: expected a list, found an object."
    ),
    refusal(
      200,
      #"{"data":[7]}"#,
      " answered with JSON of another shape: data[0]: expected an object, found a number."
    ),
    refusal(200, "{}", " answered with JSON of another shape: data: it is missing."),
    refusal(200, "", " did not answer with JSON: the body is empty."),
  ]

  @Test("says what is wrong, and where", arguments: refusals, JobStyle.allCases)
  func sentences(_ refusal: Refusal, _ style: JobStyle) async throws {
    try await withUpstream(refusal.script) { upstream in
      let outcome = await (try GifsJob.asking(upstream, style: style)).search("cats").outcome()
      let error = #expect(throws: (any Error).self) { try outcome.get() }
      let address = upstream.url("/v1/gifs/search").absoluteString + "?q=…&limit=…&offset=…"
      #expect(error.map { "\($0)" } == address + refusal.sentence)
    }
  }

  @Test("says that the document breaks off", arguments: JobStyle.allCases)
  func malformed(_ style: JobStyle) async throws {
    try await withUpstream(.json(#"{"data":[{"id":"#)) { upstream in
      let outcome = await (try GifsJob.asking(upstream, style: style)).search("cats").outcome()
      let error = #expect(throws: FetchError.self) { try outcome.get() }
      guard case .malformedJSON = error?.cause else { throw try #require(error) }
    }
  }

  @Test("waits as long as it is asked to, and tries again", arguments: JobStyle.allCases)
  func retryAfter(_ style: JobStyle) async throws {
    let clock = VirtualClock()
    try await withUpstream(
      respond: {
        $0.number == 1 ? .status(429, headers: ["Retry-After": "7"]) : .json(GiphyText.page([]))
      },
      { upstream in
        let policy = RetryPolicy(retries: 3, base: .zero)
        let job = try GifsJob.asking(upstream, style: style, retry: policy, clock: clock)
        let run = job.search("cats").run()
        // The deadline and the wait.
        try await clock.sleepers(atLeast: 2)
        clock.advance(by: .milliseconds(6999))
        // Nobody has been woken, who would ask in a moment.
        #expect(clock.sleepers == 2 && upstream.requestCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await run.value.hits.isEmpty)
        #expect(upstream.requestCount == 2)
      }
    )
  }

  @Test("says at once when to try again, where that is beyond the deadline", arguments: JobStyle.allCases)
  func tooLate(_ style: JobStyle) async throws {
    try await withUpstream(.status(429, headers: ["Retry-After": "3600"])) { upstream in
      let job = try GifsJob.asking(upstream, style: style, retry: RetryPolicy(retries: 3))
      let outcome = await job.search("cats").outcome()
      let error = #expect(throws: GiphyError.self) { try outcome.get() }
      #expect(
        error.map { "\($0)" }?.hasSuffix(
          " answered 429: Giphy's limit of requests is reached; try again after 3600 seconds."
        ) == true
      )
      #expect(upstream.requestCount == 1)
    }
  }
}

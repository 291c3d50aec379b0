import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("What goes wrong with a search", .timeLimit(.minutes(1)))
struct GifsFailureTests {
  @Test(
    "It has a status and a sentence of its own",
    arguments: [
      (
        Script.status(401, text: #"{"data":[],"meta":{"status":401,"msg":"Unauthorized"}}"#), 502,
        "GIPHY_API_KEY"
      ),
      (.status(401, text: #"{"message":"Invalid authentication credentials"}"#), 502, "GIPHY_API_KEY"),
      (.json(#"{"data":[],"meta":{"status":401,"msg":"Unauthorized"}}"#), 502, "GIPHY_API_KEY"),
      (.status(403), 502, "does not let this API key"),
      (.status(414), 400, "shorten it"),
      (.status(500), 502, "500"),
      (.json(#"{"message":"Out of order"}"#), 502, "Out of order"),
      (.json(#"{"data":[{"#), 502, "did not answer with JSON"),
      (.json(#"{"data":{}}"#), 502, "JSON of another shape"),
      (Script(framing: .length(100), steps: [.text("{"), .close]), 502, "broke off"),
      (.redirect(to: "/again"), 502, "redirects"),
    ]
  )
  func upstreamFails(_ script: Script, _ status: Int, _ sentence: String) async throws {
    try await withGallery(respond: { _ in script }) { gallery, _ in
      let answer = try await gallery.get("/api/gifs?q=cat")
      #expect(answer.status == status)
      #expect(answer.fields["Retry-After"] == nil)
      let detail = try answer.problem().detail
      #expect(detail.contains(sentence), "\(detail)")
    }
  }

  /// A second, the least of waits, would use up in a minute what a key has for an hour.
  @Test("A limit that is reached passes its wait on, and is a minute where nobody says")
  func limited() async throws {
    let waits: [(HeaderFields, String)] = [
      (["Retry-After": "7"], "7"), (["Retry-After": "0"], "1"), ([:], "60"),
    ]
    for (headers, seconds) in waits {
      let script = Script.status(429, headers: headers, text: #"{"message":"API rate limit exceeded"}"#)
      try await withGallery(respond: { _ in script }) { gallery, _ in
        let answer = try await gallery.get("/api/gifs?q=cat")
        #expect(answer.status == 503)
        #expect(answer.fields["Retry-After"] == seconds)
        #expect(try answer.problem().detail.contains("limit of requests"))
      }
    }
  }

  @Test("An upstream that says nothing is given up at the deadline, and its connection closed")
  func stalls() async throws {
    let clock = VirtualClock()
    try await withGallery(clock: clock, respond: { _ in .stalled }) { gallery, upstream in
      async let answer = gallery.get("/api/gifs?q=cat&style=async")
      _ = try await upstream.request(1)
      clock.advance(by: .seconds(30))
      #expect(try await answer.status == 504)
      #expect(try await answer.problem().detail.contains("30 seconds"))
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("A preview that the upstream does not give is a problem, and not half a picture")
  func preview() async throws {
    let half = Script(
      headers: ["Content-Type": "image/gif"],
      framing: .length(Script.gifBytes.count),
      steps: [.bytes(Array(Script.gifBytes.prefix(20))), .close]
    )
    for (file, status) in [(Script.status(404), 404), (.status(500), 502), (half, 502)] {
      try await withGallery(respond: Script.gifs(withFile: file)) { gallery, _ in
        let page = try await gallery.get("/api/gifs?q=cat").json(GifsReply.self)
        let answer = try await gallery.get(try #require(page.hits.first?.preview))
        #expect(answer.status == status)
        _ = try answer.problem()
      }
    }
  }

  /// The upstream repeats what it was asked with, as many do.
  @Test(
    "The key is in no answer, no event and no line of the log",
    arguments: [
      Script.status(401, text: #"{"message":"secret-key is none of ours"}"#),
      .json(#"{"message":"secret-key is none of ours"}"#),
      .json(#"{"data":["secret-key"]}"#),
      .redirect(to: "ftp://secret-key@example.com/?api_key=secret-key"),
      .raw([.text("secret-key\r\n\r\n")]),
      .status(500, text: "secret-key"),
    ],
    JobStyle.allCases
  )
  func key(_ script: Script, _ style: JobStyle) async throws {
    try await withGallery(respond: { _ in script }) { gallery, upstream in
      var events = try await gallery.events()
      let answer = try await gallery.get("/api/gifs?q=cat&style=\(style.rawValue)")
      #expect(try await upstream.request(1).query?.contains("secret-key") == true)
      #expect(answer.status == 502)
      #expect(!answer.text.contains("secret"))
      #expect(!"\(answer.fields)".contains("secret"))
      for news in try await events.wholeLoad() {
        #expect(!"\(news.facts)".contains("secret"))
      }
      #expect(gallery.log.all.allSatisfy { !"\($0)".contains("secret") })
    }
  }
}

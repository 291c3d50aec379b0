import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import GalleryUpstream
import Testing

@Suite("GET /api/music", .timeLimit(.minutes(1)))
struct MusicAnswerTests {
  @Test("A chart has its summary and its entries, with covers on this server", arguments: JobStyle.allCases)
  func chart(_ style: JobStyle) async throws {
    let upstream = try await EmbeddedUpstream.start()
    try await withGallery(before: upstream.url) { gallery in
      let answer = try await gallery.get("/api/music?country=vn&limit=7&style=\(style.rawValue)")
      #expect(answer.status == 200)
      #expect(answer.fields["Content-Type"] == "application/json; charset=utf-8")
      #expect(answer.fields["Cache-Control"] == "no-store")
      let chart = try answer.json(ChartReply.self)
      #expect(chart.summary.count == 7)
      #expect(chart.summary.title?.isEmpty == false)
      #expect(chart.summary.updated?.hasSuffix("T00:00:00Z") == true)
      #expect(chart.items.map(\.rank) == Array(1...7))
      let artwork = try chart.items.map { try #require($0.artworkURL) }
      #expect(artwork.allSatisfy { $0.hasPrefix("/image/") }, "the page may load nothing from elsewhere")
      let cover = try await gallery.get(try #require(artwork.first))
      #expect(cover.status == 200)
      #expect(cover.fields["Content-Type"]?.hasPrefix("image/") == true)
    }
    await upstream.stop()
  }

  @Test("Country, kind and number go on to the upstream")
  func handedOn() async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, upstream in
      _ = try await gallery.get("/api/music?country=VN&kind=songs&limit=30")
      #expect(try await upstream.request(1).path == "/api/v2/vn/music/most-played/50/songs.json")
      _ = try await gallery.get("/api/music")
      #expect(try await upstream.request(2).path == "/api/v2/us/music/most-played/25/albums.json")
    }
  }

  @Test(
    "A wrong question is answered with what would be right, and the upstream is not asked",
    arguments: [
      "limit=0", "limit=101", "limit=-1", "limit=ten", "limit=", "country=usa", "country=u1", "country=",
      "country=..", "country=%E1%BA%A3a", "country=%0D%0A", "kind=films", "style=magic",
    ]
  )
  func wrongQuestion(_ query: String) async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, upstream in
      let answer = try await gallery.get("/api/music?\(query)")
      #expect(answer.status == 400)
      #expect(try answer.problem().title == "Bad Request")
      #expect(upstream.requestCount == 0)
    }
  }

  @Test(
    "What goes wrong behind the server has a status and a sentence of its own",
    arguments: [
      (Script.status(404), 404, "There is no chart of the country"),
      (.status(500), 502, "500"),
      (.status(403), 502, "check the key"),
      (.json(#"{"feed":{"results":["#), 502, "did not answer with JSON"),
      (.json(#"{"feed":{}}"#), 502, "JSON of another shape"),
      (Script(framing: .length(100), steps: [.text("{"), .close]), 502, "broke off"),
      (.raw([.text("nonsense\r\n\r\n")]), 502, "not HTTP"),
      (.redirect(to: "/again"), 502, "redirects"),
    ]
  )
  func upstreamFails(_ script: Script, _ status: Int, _ sentence: String) async throws {
    try await withGallery(respond: { _ in script }) { gallery, _ in
      let answer = try await gallery.get("/api/music")
      #expect(answer.status == status)
      #expect(answer.fields["Retry-After"] == nil)
      let detail = try answer.problem().detail
      #expect(detail.contains(sentence), "\(detail)")
    }
  }

  @Test("An upstream that is busy passes its wait on", arguments: [429, 503])
  func upstreamBusy(_ status: Int) async throws {
    try await withGallery(respond: { _ in .status(status, headers: ["Retry-After": "7"]) }) { gallery, _ in
      let answer = try await gallery.get("/api/music")
      #expect(answer.status == 503)
      #expect(answer.fields["Retry-After"] == "7")
      #expect(try answer.problem().detail.contains("7 seconds"))
    }
  }

  @Test("An upstream that says nothing is given up at the deadline, and its connection closed")
  func upstreamStalls() async throws {
    let clock = VirtualClock()
    try await withGallery(clock: clock, respond: { _ in .stalled }) { gallery, upstream in
      async let answer = gallery.get("/api/music?style=async")
      _ = try await upstream.request(1)
      clock.advance(by: .seconds(30))
      #expect(try await answer.status == 504)
      #expect(try await answer.problem().detail.contains("30 seconds"))
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("An upstream that is not there is a 502")
  func upstreamGone() async throws {
    let upstream = try await ScriptedUpstream.start(routes: [:])
    await upstream.stop()
    try await withGallery(before: upstream.url) { gallery in
      let answer = try await gallery.get("/api/music")
      #expect(answer.status == 502)
      #expect(try answer.problem().detail.contains("cannot be reached"))
    }
  }
}

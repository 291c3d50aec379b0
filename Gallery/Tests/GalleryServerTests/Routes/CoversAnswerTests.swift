import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("GET /api/covers", .timeLimit(.minutes(1)))
struct CoversAnswerTests {
  @Test("A slice has its articles, and their covers in three sizes at addresses of this server")
  func slice() async throws {
    try await withCovers { gallery, upstream in
      let slice = try await gallery.get("/api/covers?from=40&count=3").json(CoversReply.self)
      #expect(slice.from == 40)
      #expect(slice.next == 43)
      #expect(slice.covers.map(\.id) == [40, 41, 42])
      let cover = try #require(slice.covers.first)
      #expect((cover.title, cover.author, cover.summary) == ("Title 40", "Odessa", "One."))
      #expect(cover.publishedAt == "2026-11-21T09:00:00Z")
      #expect(cover.sizes.map(\.width) == [480, 960, 1200])
      #expect(cover.sizes.map(\.height) == [320, 640, 800])
      #expect(cover.sizes.allSatisfy { $0.image.hasPrefix("/image/") })
      #expect(cover.image == cover.sizes[0].image)
      #expect(try await upstream.request(1).query == "from=40&count=3")
    }
  }

  @Test("Without a word it begins at the beginning")
  func plain() async throws {
    try await withCovers { gallery, upstream in
      let slice = try await gallery.get("/api/covers").json(CoversReply.self)
      #expect(slice.covers.count == 30)
      #expect(try await upstream.request(1).query == "from=0&count=30")
    }
  }

  @Test("Each filter has addresses of its own", arguments: CoverFilter.allCases)
  func filter(_ filter: CoverFilter) async throws {
    try await withCovers { gallery, _ in
      let slice = try await gallery.get("/api/covers?count=1&filter=\(filter.rawValue)").json(
        CoversReply.self
      )
      #expect(slice.covers.first?.image.hasSuffix("/480x320-\(filter.rawValue)") == true)
    }
  }

  @Test(
    "What cannot be had is refused, with what can",
    arguments: [
      ("from=-1", "0 to 999999999999999"), ("from=x", "0 to"), ("count=0", "1 to 200"),
      ("count=201", "1 to 200"),
      ("from=1000000000000000", "999999999999999"), ("filter=glow", "none, sepia, mono, blur"),
    ]
  )
  func refused(_ query: String, _ detail: String) async throws {
    try await withCovers { gallery, upstream in
      let answer = try await gallery.get("/api/covers?\(query)")
      #expect(answer.status == 400)
      #expect(try answer.problem().detail.contains(detail))
      #expect(upstream.requestCount == 0)
    }
  }

  @Test("A list that does not come is a problem with a sentence")
  func failures() async throws {
    for (script, status) in [(Script.status(500), 502), (.json("{"), 502), (.status(503), 503)] {
      try await withCovers(respond: { _ in script }) { gallery, _ in
        let answer = try await gallery.get("/api/covers")
        #expect(answer.status == status)
        #expect(try answer.problem().detail.contains("/articles?from=…&count=…"))
      }
    }
  }

  @Test("A client that leaves takes its load along, down to the upstream")
  func clientLeaves() async throws {
    try await withCovers(respond: { _ in .stalled }) { gallery, upstream in
      let client = Task { try await gallery.get("/api/covers") }
      _ = try await upstream.request(1)
      client.cancel()
      try await upstream.earlyCloses(atLeast: 1)
      #expect(try await gallery.log.first { $0.path == "/api/covers" }.status == 499)
    }
  }

  @Test("A server without articles has no wall")
  func nowhere() async throws {
    try await withGallery(respond: { _ in .status(404) }) { gallery, _ in
      let answer = try await gallery.get("/api/covers")
      #expect(answer.status == 404)
    }
  }
}

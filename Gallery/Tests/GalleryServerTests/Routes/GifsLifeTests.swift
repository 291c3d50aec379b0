import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("The life of a search", .timeLimit(.minutes(1)))
struct GifsLifeTests {
  /// Every further letter that is typed leaves a search behind.
  @Test("A client that leaves takes its search along, down to the upstream", arguments: JobStyle.allCases)
  func clientLeaves(_ style: JobStyle) async throws {
    try await withGallery(respond: { _ in .stalled }) { gallery, upstream in
      var events = try await gallery.events()
      let client = Task { try await gallery.get("/api/gifs?q=cat&style=\(style.rawValue)") }
      _ = try await upstream.request(1)
      client.cancel()
      try await upstream.earlyCloses(atLeast: 1)
      let line = try await gallery.log.first { $0.path == "/api/gifs" }
      #expect(line.status == 499)
      #expect(try await events.wholeLoad().last?.facts.state == "cancelled")
    }
  }

  @Test("A client that leaves takes the load of its preview along")
  func previewLeft() async throws {
    let half = Script(
      headers: ["Content-Type": "image/gif"],
      framing: .length(Script.gifBytes.count),
      steps: [.bytes(Array(Script.gifBytes.prefix(20))), .stall]
    )
    try await withGallery(respond: Script.gifs(withFile: half)) { gallery, upstream in
      let page = try await gallery.get("/api/gifs?q=cat").json(GifsReply.self)
      let address = try #require(page.hits.first?.preview)
      let client = Task { try await gallery.get(address) }
      _ = try await upstream.request(2)
      client.cancel()
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("One who leaves does not end the search of another for the same")
  func otherStays() async throws {
    let gate = Gate()
    try await withGallery(respond: { request in
      if request.query?.contains("offset=1&") == true { return .stalled }
      try await gate.wait()
      return Script.gifs(for: request)
    }) { gallery, upstream in
      let leaving = Task { try await gallery.get("/api/gifs?q=cat&offset=1") }
      async let staying = gallery.get("/api/gifs?q=cat")
      _ = try await upstream.request(2)
      leaving.cancel()
      try await upstream.earlyCloses(atLeast: 1)
      gate.open()
      #expect(try await staying.status == 200)
    }
  }

  @Test("Charts and searches share one limit; a wrong question takes no place in it")
  func tooMany() async throws {
    try await withGallery(
      configure: { $0.loadLimit = 1 },
      respond: { $0.number == 1 ? .stalled : Script.gifs(for: $0) }
    ) { gallery, upstream in
      let first = Task { try await gallery.get("/api/music") }
      _ = try await upstream.request(1)
      let second = try await gallery.get("/api/gifs?q=cat")
      #expect(second.status == 503)
      #expect(second.fields["Retry-After"] == "1")
      #expect(try await gallery.get("/api/gifs?q=").status == 400)
      #expect(upstream.requestCount == 1)
      first.cancel()
      _ = try await gallery.log.first { $0.status == 499 }
      for _ in 0..<3 { #expect(try await gallery.get("/api/gifs?q=cat").status == 200) }
    }
  }

  @Test("A search is told of from its start to its end, under its keyword", arguments: JobStyle.allCases)
  func told(_ style: JobStyle) async throws {
    try await withGallery(respond: Script.gifs) { gallery, _ in
      var events = try await gallery.events()
      let query = "q=m%C3%A8o+vui&limit=1&style=\(style.rawValue)"
      #expect(try await gallery.get("/api/gifs?\(query)").status == 200)
      let news = try await events.wholeLoad()
      #expect(news.first?.facts.state == "started")
      #expect(news.last?.facts.state == "succeeded")
      #expect(Set(news.map(\.facts.label)) == ["gifs mèo vui"])
      #expect(news.last?.facts.completed == 1, "hits")
    }
  }
}

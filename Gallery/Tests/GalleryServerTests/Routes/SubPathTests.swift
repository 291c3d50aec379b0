import ErrandsUpstream
import Foundation
import GalleryServer
import Testing

@Suite("A server below a path of its host", .timeLimit(.minutes(1)))
struct SubPathTests {
  private func withServer(
    _ publicURL: String = "https://music.example/gallery/",
    configure: (inout GalleryServer.Configuration) -> Void = { _ in },
    respond: @escaping @Sendable (RecordedRequest) async throws -> Script = { .chart(for: $0) },
    _ test: (RunningGallery) async throws -> Void
  ) async throws {
    try await withGallery {
      $0.publicURL = URL(string: publicURL)
      configure(&$0)
    } respond: {
      try await respond($0)
    } _: { gallery, _ in
      try await test(gallery)
    }
  }

  @Test(
    "It is reached by a proxy that hands the prefix on, and by one that takes it away",
    arguments: ["/", "/health", "/api/music?limit=1", "/modules/main.js", "/openapi.json"]
  )
  func reached(_ path: String) async throws {
    try await withServer { gallery in
      let stripped = try await gallery.ask("GET \(path)")
      let whole = try await gallery.ask("GET /gallery\(path)")
      #expect(stripped.status == 200)
      #expect(whole.status == 200)
      #expect(whole.body == stripped.body)
    }
  }

  @Test("The prefix without its slash leads to the page, whose own addresses are relative")
  func slash() async throws {
    try await withServer { gallery in
      let answer = try await gallery.ask("GET /gallery?screen=gifs")
      #expect(answer.status == 308)
      #expect(answer.location == "/gallery/?screen=gifs")
      #expect(try await gallery.ask("POST /gallery", RunningGallery.json).status == 404)
    }
  }

  @Test("Pictures are handed out below the prefix, and are there")
  func pictures() async throws {
    let respond = Script.chart(withCover: .ok("picture", contentType: "image/png"))
    try await withServer(respond: respond) { gallery in
      let chart = try await gallery.get("/gallery/api/music").json(ChartReply.self)
      let address = try #require(chart.items.first?.artworkURL)
      #expect(address.hasPrefix("/gallery/image/"))
      #expect(try await gallery.get(address).status == 200)
      #expect(try await gallery.get(String(address.dropFirst("/gallery".count))).status == 200)
    }
  }

  @Test("What a batch is asked for by, and the pictures that its events tell of, are below it, too")
  func batches() async throws {
    try await withServer(respond: Script.photo) { gallery in
      let body = #"{"urls":["/photo/1"]}"#
      var events = try await gallery.events(topics: "photos")
      let started = try await gallery.ask("POST /gallery/api/photos", RunningGallery.json, body: body)
      let location = try #require(started.location)
      #expect(location.hasPrefix("/gallery/api/photos/"))
      var told = ""
      while let block = try await events.block() {
        told += block
        if block.contains("photos-done") { break }
      }
      #expect(told.contains(#""image":"/gallery/image/"#))
      #expect(try await gallery.ask("GET \(location)").body.contains(#""image":"/gallery/image/"#))
    }
  }

  @Test("What is kept is handed out below it, and its file is there")
  func library() async throws {
    struct Reply: Decodable {
      struct File: Decodable { let address: String }
      let file: File
    }
    try await withServer { gallery in
      let body = #"{"chart":{"country":"us","kind":"albums","limit":1}}"#
      let kept = try await gallery.send("POST", "/gallery/api/library", body: body)
      #expect(kept.status == 201)
      #expect(kept.fields["Location"]?.hasPrefix("/gallery/api/library/") == true)
      let file = try kept.json(Reply.self).file.address
      #expect(file.hasPrefix("/gallery/api/library/"))
      #expect(try await gallery.get(file).status == 200)
    }
  }

  @Test("The login and what leads there stay below it")
  func login() async throws {
    try await withServer(configure: { $0.password = Password(words: "right") }) { gallery in
      for page in ["/gallery/?a=b", "/?a=b"] {
        #expect(try await gallery.ask("GET \(page)").location == "/gallery/login?a=b")
      }
      let entered = try await gallery.ask(
        "POST /gallery/login?a=b",
        RunningGallery.form,
        body: "password=right"
      )
      #expect(entered.location == "/gallery/?a=b")
      let page = try await gallery.ask("GET /gallery/login")
      #expect(!page.body.contains("=\"/"), "nothing in it is at the root of the host")
      #expect(try await gallery.ask("GET /gallery/api/music", "Cookie: \(entered.cookie)").status == 200)
    }
  }

  @Test(
    "No escape from the prefix leads anywhere",
    arguments: [
      "/gallery/../gallery/api/library", "/gallery/../api/library", "/gallery/%2e%2e/api/library",
      "/gallery/..%2fapi/library",
      "/gallery%2fapi/library", "/gallery/gallery/api/library", "/galleryapi/library", "/GALLERY/api/library",
      "/gallery/./api/library", "/gallery/..", "/gallery/%2e%2e/", "/gallery/../modules/../../etc/passwd",
      "/gallery/modules/../main.js",
    ]
  )
  func escapes(_ path: String) async throws {
    try await withServer { gallery in
      let answer = try await gallery.ask("GET \(path)")
      #expect(answer.status == 404)
      #expect(answer.values(of: "Content-Type") == ["application/problem+json"])
    }
  }

  @Test(
    "With a password none of them is open",
    arguments: ["/gallery/health/", "/gallery//health", "/gallery/gallery/health"]
  )
  func escapesWithPassword(_ path: String) async throws {
    try await withServer(configure: { $0.password = Password(words: "right") }) { (gallery) async throws in
      #expect(try await gallery.ask("GET \(path)").status == 401)
      #expect(try await gallery.ask("GET /gallery/health").status == 200)
    }
  }

  @Test("A page of the public URL may change something, and its name is known")
  func names() async throws {
    try await withServer { (gallery) async throws in
      let body = #"{"urls":[]}"#
      let own = ["Content-Type": "application/json", "Origin": "https://music.example"]
      #expect(try await gallery.send("POST", "/gallery/api/photos", body: body, fields: own).status == 202)
      let foreign = ["Content-Type": "application/json", "Origin": "https://other.example"]
      #expect(
        try await gallery.send("POST", "/gallery/api/photos", body: body, fields: foreign).status == 403
      )
      #expect(try await gallery.exchange("GET /gallery/health", host: "music.example").status == 200)
      #expect(try await gallery.exchange("GET /gallery/health", host: "other.example").status == 421)
    }
  }

  @Test("A public URL that cannot be served ends the server before it listens")
  func unusable() async throws {
    await #expect(throws: ServedPlace.Unusable.self) {
      try await withServer("https://music.example/api") { _ in }
    }
  }
}

import ErrandsUpstream
import Foundation
import GalleryDatabase
import GalleryJobs
import Testing

@Suite("POST /api/models", .timeLimit(.minutes(1)))
struct ModelsAnswerTests {
  private func withModels(
    library: URL = .temporaryLibrary,
    _ test: (RunningGallery, ScriptedUpstream) async throws -> Void
  ) async throws {
    try await withGallery(library: library, respond: { .article(for: $0) }, test)
  }

  @Test("Models are loaded and kept, and their states come as events")
  func loads() async throws {
    try await withModels { gallery, upstream in
      let news = try await gallery.load("/articles/1.json", upstream.url("/articles/2.json").absoluteString)
      for url in Set(news.map(\.url)) {
        #expect(news.filter { $0.url == url }.map(\.state) == ["loading", "loaded"])
      }
      #expect(Set(news.compactMap(\.storedID)) == [1, 2])
      let library = try await gallery.library()
      #expect(library.count == 2)
      #expect(Set(library.things.compactMap(\.article?.title)) == ["Letters 1", "Letters 2"])
      #expect(library.things.allSatisfy { $0.image?.hasPrefix("/image/") == true && $0.kind == "article" })
    }
  }

  @Test("They are the same in every style", arguments: JobStyle.allCases)
  func styles(_ style: JobStyle) async throws {
    try await withModels { gallery, _ in
      let news = try await gallery.load("/articles/1.json", "/nothing", style: style.rawValue)
      #expect(news.filter { $0.url == "/articles/1.json" }.map(\.state) == ["loading", "loaded"])
      #expect(news.filter { $0.url == "/nothing" }.map(\.state) == ["loading", "failed"])
      #expect(try await gallery.library().count == 1)
      #expect(try await gallery.get("/api/models").text.hasPrefix(#"{"loading":[]"#))
    }
  }

  @Test("What fails is told with the sentence that says why, and is not kept")
  func fails() async throws {
    try await withModels { gallery, _ in
      let news = try await gallery.load("/nothing")
      #expect(news.map(\.state) == ["loading", "failed"])
      #expect(news.last?.error?.contains("404") == true)
      #expect(try await gallery.library().count == 0)
    }
  }

  @Test("What is secret in an address is not told by the timeline")
  func redacted() async throws {
    try await withModels { gallery, _ in
      _ = try await gallery.load("/articles/7.json?token=verysecret")
      let runs = try await gallery.get("/api/loads").text
      #expect(runs.contains("/articles/7.json?token=") && !runs.contains("verysecret"))
    }
  }

  @Test("The same address again keeps its number")
  func again() async throws {
    try await withModels { gallery, _ in
      let first = try await gallery.load("/articles/7.json")
      let second = try await gallery.load("/articles/7.json")
      #expect(first.last?.storedID == second.last?.storedID)
      #expect(try await gallery.library().count == 1)
    }
  }

  @Test("An address that is being loaded begins anew, and the connection of the load before closes")
  func replaced() async throws {
    try await withModels { gallery, upstream in
      for number in 1...2 {
        let answer = try await gallery.send("POST", "/api/models", body: #"{"urls":["/articles/666.json"]}"#)
        #expect(answer.status == 202)
        // A load that is replaced before it has connected has nothing to close.
        _ = try await upstream.request(number)
      }
      try await upstream.earlyCloses(atLeast: 1)
      let answer = try await gallery.get("/api/models").text
      #expect(answer == #"{"loading":["/articles/666.json"],"most":100,"samples":true}"#)
    }
  }

  @Test(
    "An order that cannot be carried out is a problem",
    arguments: [
      ("{", 400, "no JSON"), ("[]", 422, "names no list"), (#"{"urls":[]}"#, 422, "names no list"),
      (#"{"urls":[1]}"#, 422, "names no list"), (#"{"urls":["not a url"]}"#, 422, "not a url"),
      (#"{"urls":["ftp://x/y"]}"#, 422, "ftp"),
      (#"{"urls":["/a.json","/a.json"]}"#, 422, "/a.json is named twice; name it once."),
      (
        #"{"urls":["/1.json","/\#(String(repeating: "a", count: 100_000))"]}"#, 422,
        "Number 2 of the addresses is longer than 8192 bytes; leave it out."
      ),
    ]
  )
  func refused(body: String, status: Int, sentence: String) async throws {
    try await withModels { gallery, _ in
      let answer = try await gallery.send("POST", "/api/models", body: body)
      #expect(answer.status == status)
      #expect(try answer.problem().detail.contains(sentence))
    }
  }

  @Test("Too many at once are refused, whole")
  func bounded() async throws {
    try await withGallery(configure: { $0.modelLimit = 2 }, respond: { .article(for: $0) }) { gallery, _ in
      let three = #"{"urls":["/articles/1.json","/articles/2.json","/articles/3.json"]}"#
      let answer = try await gallery.send("POST", "/api/models", body: three)
      #expect(answer.status == 429)
      #expect(answer.fields["Retry-After"] != nil)
      let urls = (0...100).map { "\"/articles/\($0).json\"" }.joined(separator: ",")
      #expect(try await gallery.send("POST", "/api/models", body: #"{"urls":[\#(urls)]}"#).status == 413)
      #expect(try await gallery.library().count == 0)
    }
  }

  @Test("A library that is damaged is told of, and the rest of the server works")
  func damaged() async throws {
    let file = URL.temporaryLibrary
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(repeating: 0x41, count: 10_000).write(to: file)
    try await withModels(library: file) { gallery, _ in
      for answer in [
        try await gallery.get("/api/library"),
        try await gallery.send("POST", "/api/models", body: #"{"urls":["/articles/1.json"]}"#),
      ] {
        #expect(answer.status == 503)
        // Where it is, and what is wrong with it, is told in the log.
        #expect(try answer.problem().detail == "The library cannot be used; the server's log says why.")
      }
      #expect(try await gallery.get("/health").status == 200)
      #expect(try Data(contentsOf: file).count == 10_000)
    }
  }
}

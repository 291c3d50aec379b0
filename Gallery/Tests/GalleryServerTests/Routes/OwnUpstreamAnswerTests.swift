import Foundation
import GalleryUpstream
import Testing

// A chart's links, a GIF's and a saved article's cover named the port that the embedded upstream had that day: they led
// nowhere once the server had been started again, nor at any time from another machine.
@Suite("What is answered of the own upstream", .timeLimit(.minutes(1)))
struct OwnUpstreamAnswerTests {
  private func withEmbedded(
    _ library: URL = .temporaryLibrary,
    _ test: (RunningGallery, URL) async throws -> Void
  ) async throws {
    let upstream = try await EmbeddedUpstream.start()
    try await withGallery(before: upstream.url, library: library) { try await test($0, upstream.url) }
    await upstream.stop()
  }

  @Test(
    "Names it by paths, which are the same when it listens on another port",
    arguments: ["/api/music?limit=3", "/api/gifs?q=cat&limit=3"]
  )
  func paths(_ path: String) async throws {
    var answers: [String] = []
    var ports: Set<Int?> = []
    for _ in 0..<2 {
      try await withEmbedded { gallery, upstream in
        let answer = try await gallery.get(path)
        #expect(answer.status == 200)
        ports.insert(upstream.port)
        answers.append(Self.withoutPictures(answer.text))
      }
    }
    #expect(answers.allSatisfy { $0.contains(#""url":"/"#) && !$0.contains("127.0.0.1") })
    #expect(answers[0] == answers[1])
    #expect(ports.count == 2)
  }

  /// Those are signed with another key each time, unless one is kept. And the day may end between two answers.
  private static func withoutPictures(_ text: String) -> String {
    text.replacing(/"updated":"[^"]*"/, with: "").replacing(/\/image\/[^"]*/, with: "/image")
  }

  @Test("Gives back an article with its cover there, whenever it was saved")
  func saved() async throws {
    let library = URL.temporaryLibrary
    try await withEmbedded(library) { gallery, _ in
      _ = try await gallery.load("/articles/7.json")
      // The server that is started next has the same library, and another port.
      try await withEmbedded(library) { next, _ in
        for gallery in [gallery, next] {
          let answer = try await gallery.get("/api/library")
          #expect(answer.text.contains(#""url":"/covers/7.jpg""#) && !answer.text.contains("127.0.0.1"))
        }
      }
    }
  }

  @Test("Says what went wrong there in the words of who asked")
  func sentences() async throws {
    try await withEmbedded { gallery, _ in
      let model = try await gallery.load("/articles/x.json").last
      #expect(model?.error?.hasPrefix("/articles/x.json answered ") == true)
      var events = try await gallery.events()
      let id = try await gallery.startBatch(["/photos/1.jpg?fault=error500"])
      let error = try await gallery.endOfBatch(id, &events).members.first?.error
      #expect(error?.hasPrefix("/photos/1.jpg?fault=… answered 500") == true)
    }
    try await withGallery(respond: { _ in .status(500) }) { gallery, upstream in
      let detail = try await gallery.get("/api/music").problem().detail
      #expect(detail.hasPrefix("/api/v2/us/music/most-played/25/albums.json answered 500"))
      #expect(!detail.contains("\(upstream.port)"))
    }
  }
}

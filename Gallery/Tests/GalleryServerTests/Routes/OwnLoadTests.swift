import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import GalleryJobs
import Testing

@Suite("What a client hears of its own load", .timeLimit(.minutes(1)))
struct OwnLoadTests {
  /// Two pages that loaded the same chart were each shown the progress of both, and the time that the other one took. They
  /// share one transfer where the style holds the whole answer, and one that leaves ends its own load only.
  @Test("Is of its own only, whatever else of the same label is loaded", arguments: JobStyle.allCases)
  func sameLabel(_ style: JobStyle) async throws {
    let gate = Gate()
    try await withGallery(
      respond: { request in
        try await gate.wait()
        return .chart(for: request)
      }
    ) { gallery, upstream in
      var events = try await gallery.events()
      let path = "/api/music?country=vn&style=\(style.rawValue)&limit="
      let first = Task { try await gallery.get(path + "1", fields: ["X-Load": "first-1"]).status }
      _ = try await upstream.request(1)
      let second = Task { try await gallery.get(path + "2", fields: ["X-Load": "second-1"]).status }
      var news: [LoadNews] = []
      while Set(news.map(\.facts.load)).count < 2 { news.append(try await events.load()) }
      second.cancel()
      while !news.contains(where: \.isEnd) { news.append(try await events.load()) }
      gate.open()
      #expect(try await first.value == 200)

      while news.count(where: \.isEnd) < 2 { news.append(try await events.load()) }
      #expect(Set(news.map(\.facts.label)) == ["chart vn albums"])
      #expect(Set(news.map(\.facts.load)) == [.name("first-1"), .name("second-1")])
      let own = { (name: String) in news.filter { $0.facts.load == .name(name) }.map(\.facts.state) }
      #expect(own("second-1") == ["started", "cancelled"])
      #expect(own("first-1").first == "started")
      #expect(own("first-1").last == "succeeded")
      #expect(own("first-1").contains("progress"))
    }
  }

  @Test("Is under its name, in every style", arguments: JobStyle.allCases)
  func named(_ style: JobStyle) async throws {
    for (path, respond) in Self.loads {
      try await withCovers(respond: respond) { gallery, _ in
        let path = path + "style=\(style.rawValue)"
        var events = try await gallery.events()
        #expect(try await gallery.get(path, fields: ["X-Load": "tab_7"]).status == 200)
        #expect(Set(try await events.wholeLoad().map(\.facts.load)) == [.name("tab_7")])
        #expect(try await gallery.get(path).status == 200)
        let run = try #require(try await events.wholeLoad().first?.facts.load)
        if case .name(let name) = run { Issue.record("\(name) is nobody's name for it") }
      }
    }
  }

  @Test("Is not told under what is no name: that is a mistake of the client's, and nothing is loaded")
  func refused() async throws {
    for (path, respond) in Self.loads {
      try await withCovers(respond: respond) { gallery, upstream in
        let answer = try await gallery.get(path, fields: ["X-Load": "two words"])
        #expect(answer.status == 400)
        #expect(try answer.problem().detail.contains("X-Load"))
        #expect(upstream.requestCount == 0)
      }
    }
  }

  /// What a page can load, and its upstream.
  private static let loads: [(String, @Sendable (RecordedRequest) async throws -> Script)] = [
    ("/api/music?country=vn&", { .chart(for: $0) }),
    ("/api/gifs?q=cat&", { .gifs(for: $0) }),
    ("/api/covers?count=1&", { try await .covers(for: $0) }),
  ]
}

extension LoadNews {
  fileprivate var isEnd: Bool { !["started", "progress"].contains(facts.state) }
}

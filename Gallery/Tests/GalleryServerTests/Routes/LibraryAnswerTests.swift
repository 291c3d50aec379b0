import Testing

@Suite("/api/library", .timeLimit(.minutes(1)))
struct LibraryAnswerTests {
  private func withThings(
    _ count: Int,
    _ test: (RunningGallery) async throws -> Void
  ) async throws {
    try await withGallery(respond: { .article(for: $0) }) { gallery, _ in
      for number in 1...count { _ = try await gallery.load("/articles/\(number).json") }
      try await test(gallery)
    }
  }

  @Test("Things come newest first, page after page")
  func pages() async throws {
    try await withThings(5) { gallery in
      let first = try await gallery.library("?limit=2")
      #expect(first.things.map(\.article?.id) == [5, 4])
      #expect(first.count == 5)
      let second = try await gallery.library("?limit=2&after=\(try #require(first.next))")
      let third = try await gallery.library("?limit=2&after=\(try #require(second.next))")
      #expect((second.things + third.things).map(\.article?.id) == [3, 2, 1])
      #expect(third.next == nil)
    }
  }

  @Test("A thing is deleted once, and everybody who listens hears of it")
  func delete() async throws {
    try await withThings(2) { gallery in
      var events = try await gallery.events(topics: "models")
      let thing = try #require(try await gallery.library().things.first)
      #expect(try await gallery.send("DELETE", "/api/library/\(thing.id)").status == 204)
      let event = try await events.event()
      #expect(event.name == "library")
      #expect(String(decoding: event.data, as: UTF8.self) == "{\"deleted\":\(thing.id)}")
      #expect(try await gallery.library().things.map(\.article?.id) == [1])
      let again = try await gallery.send("DELETE", "/api/library/\(thing.id)")
      #expect(again.status == 404)
      _ = try again.problem()
    }
  }

  @Test("What there is not is 404", arguments: ["0", "-1", "x", "1e3", "99999999999999999999", "%2e%2e"])
  func missing(id: String) async throws {
    try await withGallery(respond: { .article(for: $0) }) { gallery, _ in
      let answer = try await gallery.send("DELETE", "/api/library/\(id)")
      #expect(answer.status == 404)
    }
  }

  @Test("Things are found by the beginnings of their words, and by their kind")
  func search() async throws {
    try await withThings(3) { gallery in
      #expect(try await gallery.library("?q=LETT%C3%89RS+3").things.map(\.article?.id) == [3])
      let page = try await gallery.library("?q=odessa&kind=article&limit=2")
      #expect(page.things.map(\.article?.id) == [3, 2])
      #expect(page.count == 3)
      let rest = try await gallery.library("?q=odessa&kind=article&limit=2&after=\(try #require(page.next))")
      #expect(rest.things.map(\.article?.id) == [1])
      #expect(try await gallery.library("?q=odessa&kind=gif").count == 0)
      #expect(try await gallery.library("?q=nobody").things.isEmpty)
      #expect(try await gallery.library("?q=").count == 3)
    }
  }

  @Test(
    "A page that cannot be had is a problem",
    arguments: [
      "?after=x", "?after=", "?after=-1", "?limit=0", "?limit=201", "?limit=many",
      "?kind=film", "?kind=", "?q=\(String(repeating: "x", count: 1001))",
    ]
  )
  func refused(query: String) async throws {
    try await withGallery(respond: { .article(for: $0) }) { gallery, _ in
      let answer = try await gallery.get("/api/library\(query)")
      #expect(answer.status == 400)
      _ = try answer.problem()
    }
  }
}

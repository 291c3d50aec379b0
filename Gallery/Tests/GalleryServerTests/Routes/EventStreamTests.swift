import ErrandsLoading
import ErrandsTesting
import GalleryConnections
import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("GET /api/events", .timeLimit(.minutes(1)))
struct EventStreamTests {
  @Test("The stream opens at once, before anything has happened")
  func opens() async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, _ in
      var events = try await gallery.events()
      #expect(events.head.status == 200)
      #expect(events.head.fields["Content-Type"] == "text/event-stream")
      #expect(events.head.fields["Cache-Control"] == "no-store")
      #expect(try await events.block() == ": alive")
    }
  }

  @Test("A load is told of from its start over its progress to its end", arguments: JobStyle.allCases)
  func load(_ style: JobStyle) async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, _ in
      var events = try await gallery.events()
      #expect(try await gallery.get("/api/music?country=vn&style=\(style.rawValue)").status == 200)
      let news = try await events.wholeLoad()
      let states = news.map(\.facts.state)
      #expect(states.first == "started")
      #expect(states.last == "succeeded")
      #expect(states.dropFirst().dropLast().allSatisfy { $0 == "progress" } && states.count > 2, "\(states)")
      #expect(news.map(\.id.number) == Array(1...UInt64(news.count)))
      #expect(Set(news.map(\.facts.load)).count == 1)
      #expect(Set(news.map(\.facts.label)) == ["chart vn albums"])
      #expect(news.map(\.facts.completed) == news.map(\.facts.completed).sorted())
      let end = try #require(news.last?.facts)
      #expect(end.completed > 100)
      #expect(end.completed == end.total)
    }
  }

  @Test("A load that fails is told of with the sentence that says why")
  func failedLoad() async throws {
    try await withGallery(respond: { _ in .status(500) }) { gallery, _ in
      var events = try await gallery.events()
      let problem = try await gallery.get("/api/music").problem()
      let end = try #require(try await events.wholeLoad().last)
      #expect(end.facts.state == "failed")
      #expect(end.facts.error == problem.detail)
    }
  }

  @Test("Two loads are told apart by their numbers")
  func twoLoads() async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, _ in
      var events = try await gallery.events()
      _ = try await gallery.get("/api/music")
      let first = try await events.wholeLoad()
      _ = try await gallery.get("/api/music?kind=songs")
      let second = try await events.wholeLoad()
      #expect(first.first?.facts.load != second.first?.facts.load)
      #expect(second.first?.id.number == first.last.map { $0.id.number + 1 })
    }
  }

  @Test("One who comes back hears what it missed, and nothing twice")
  func resumes() async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, _ in
      var events = try await gallery.events()
      _ = try await gallery.get("/api/music")
      let heard = try await events.wholeLoad()
      var again = try await gallery.events(after: heard.first?.id)
      #expect(try await again.wholeLoad().map(\.id) == heard.dropFirst().map(\.id))
      var latest = try await gallery.events(after: heard.last?.id)
      _ = try await gallery.get("/api/music")
      #expect(try await latest.load().id.number == heard.last.map { $0.id.number + 1 })
    }
  }

  @Test("One listener more than allowed is told to come again; one that leaves makes room")
  func listenerLimit() async throws {
    let time = DepartureClock()
    try await withGallery(
      configure: { configuration in
        configuration.listenerLimit = 1
        configuration.clock = WallClock(clock: time)
        // A client that has gone is noticed at once, and not only by the next sign of life.
        configuration.heartbeat = .seconds(3600)
      },
      respond: { .chart(for: $0) }
    ) { gallery, _ in
      let opened = Gate()
      let listener = Task {
        var events = try await gallery.events()
        while try await events.block() != nil { opened.open() }
      }
      try await opened.wait()
      let refused = try await gallery.get("/api/events")
      #expect(refused.status == 503)
      #expect(refused.fields["Retry-After"] != nil)
      _ = try refused.problem()
      try await time.sleeper()
      listener.cancel()
      // The clock is left after the listener's place.
      try await time.departure()
      #expect(try await gallery.events().head.status == 200)
    }
  }

  @Test("A client has a share of the places, by its address, or as a proxy says that is trusted")
  func share() async throws {
    for proxies in [[], ["127.0.0.1"]] {
      try await withGallery(
        configure: {
          $0.listenerLimitOfOneClient = 1
          $0.connections.proxies = TrustedProxies(proxies.compactMap { IPAddress($0) })
        },
        respond: { .chart(for: $0) }
      ) { gallery, _ in
        let first = try await gallery.open("/api/events", fields: ["X-Forwarded-For": "203.0.113.1"])
        #expect(first.head.status == 200)
        let refused = try await gallery.get("/api/events", fields: ["X-Forwarded-For": "203.0.113.1"])
        #expect(refused.status == 429)
        #expect(refused.fields["Retry-After"] == "5")
        #expect(try refused.problem().detail.contains("You have 1 streams of events open"))
        let other = try await gallery.open("/api/events", fields: ["X-Forwarded-For": "203.0.113.2"])
        #expect(other.head.status == (proxies.isEmpty ? 429 : 200))
        withExtendedLifetime((first, other)) {}
      }
    }
  }

  /// A browser's HEAD has no stream that could end, so its place would have been taken for ever.
  @Test("HEAD takes no listener's place")
  func head() async throws {
    try await withGallery(configure: { $0.listenerLimit = 1 }, respond: { .chart(for: $0) }) { gallery, _ in
      let head = try await gallery.get("/api/events", method: .head)
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(try await gallery.events().head.status == 200)
    }
  }

  @Test("A silent stream shows that it lives")
  func heartbeat() async throws {
    try await withGallery(
      configure: { $0.heartbeat = .milliseconds(1) },
      respond: { .chart(for: $0) }
    ) { gallery, _ in
      var events = try await gallery.events()
      for _ in 0..<5 { #expect(try await events.block() == ": alive") }
    }
  }
}

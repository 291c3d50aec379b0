import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import GalleryServer
import Testing

@Suite("What is cancelled, turned away and ended", .timeLimit(.minutes(1)))
struct ServerLifeTests {
  /// A page that is closed while it loads, in every style.
  @Test("A client that leaves takes its load along, down to the upstream", arguments: JobStyle.allCases)
  func clientLeaves(_ style: JobStyle) async throws {
    try await withGallery(respond: { _ in .stalled }) { gallery, upstream in
      var events = try await gallery.events()
      let client = Task { try await gallery.get("/api/music?style=\(style.rawValue)") }
      _ = try await upstream.request(1)
      client.cancel()
      try await upstream.earlyCloses(atLeast: 1)
      let line = try await gallery.log.first { $0.path == "/api/music" }
      #expect(line.status == 499)
      #expect(try await events.wholeLoad().last?.facts.state == "cancelled")
    }
  }

  @Test("A client that leaves takes the load of its picture along")
  func pictureLeft() async throws {
    let respond = Script.chart(withCover: .stalled)
    try await withGallery(respond: respond) { gallery, upstream in
      let chart = try await gallery.get("/api/music").json(ChartReply.self)
      let address = try #require(chart.items.first?.artworkURL)
      let client = Task { try await gallery.get(address) }
      _ = try await upstream.request(2)
      client.cancel()
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("One who leaves does not end the load of another")
  func otherStays() async throws {
    let gate = Gate()
    try await withGallery(respond: { request in
      if request.path.contains("/us/") { return .stalled }
      try await gate.wait()
      return .chart(for: request)
    }) { gallery, upstream in
      let leaving = Task { try await gallery.get("/api/music?country=us") }
      async let staying = gallery.get("/api/music?country=vn")
      _ = try await upstream.request(2)
      leaving.cancel()
      try await upstream.earlyCloses(atLeast: 1)
      gate.open()
      #expect(try await staying.status == 200)
    }
  }

  @Test("More loads at once than allowed are told to come again, until one has ended or was left")
  func tooMany() async throws {
    try await withGallery(
      configure: { $0.loadLimit = 1 },
      respond: { $0.number == 1 ? .stalled : .chart(for: $0) }
    ) { gallery, upstream in
      let first = Task { try await gallery.get("/api/music") }
      _ = try await upstream.request(1)
      let second = try await gallery.get("/api/music")
      #expect(second.status == 503)
      #expect(second.fields["Retry-After"] == "1")
      _ = try second.problem()
      #expect(upstream.requestCount == 1)
      #expect(try await gallery.get("/health").status == 200, "the rest of the server goes on")
      first.cancel()
      _ = try await gallery.log.first { $0.status == 499 }
      for _ in 0..<3 { #expect(try await gallery.get("/api/music").status == 200) }
    }
  }

  @Test("A server that is cancelled ends, whatever is open")
  func ends() async throws {
    try await withGallery(respond: { _ in .stalled }) { gallery, upstream in
      var events = try await gallery.events()
      #expect(try await events.block() == ": alive")
      let load = Task { try await gallery.get("/api/music") }
      _ = try await upstream.request(1)
      #expect(try await events.load().facts.state == "started")
      gallery.serving.cancel()
      _ = await gallery.serving.result
      try await upstream.earlyCloses(atLeast: 1)
      _ = await load.result
      while try await events.block() != nil {}
      await #expect(throws: (any Error).self) { try await gallery.get("/health") }
    }
  }

  @Test("A server with nothing open ends without an error")
  func endsQuietly() async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, _ in
      _ = try await gallery.get("/health")
      gallery.serving.cancel()
      try await gallery.serving.value
    }
  }

  @Test("A port that is taken is an error that says which, and what to do")
  func portTaken() async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, upstream in
      let error = await #expect(throws: CannotListen.self) {
        try await withGallery(before: upstream.url, configure: { $0.port = upstream.port }) { _ in }
      }
      #expect(error.map { "\($0)" }?.contains("127.0.0.1:\(upstream.port)") == true)
      #expect(error.map { "\($0)" }?.contains("--port") == true)
    }
  }
}

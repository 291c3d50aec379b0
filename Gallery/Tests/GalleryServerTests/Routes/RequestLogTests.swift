import GalleryServer
import Testing

// Whoever ran the server saw nothing of what somebody tried on it, as long as it was refused before there was a route.
@Suite("The log of requests", .timeLimit(.minutes(1)))
struct RequestLogTests {
  private static let long = String(repeating: "a", count: 100_000)

  @Test(
    "Has a line for what cannot be read",
    arguments: [
      ("nonsense\n\n", 400), ("GET / HTTP/3.7\nHost: a\n\n", 505), ("GET /\(long) HTTP/1.1\n\n", 431),
    ]
  )
  func unreadable(_ text: String, _ status: Int) async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, _ in
      #expect(try await gallery.exchange(text).status == status)
      let line = try await gallery.log.event(1)
      #expect((line.method, line.path, line.status) == ("-", "-", status))
    }
  }

  @Test(
    "Has a line for what is refused by its head, with what was asked for",
    arguments: [
      ("GET /api/library HTTP/1.1\nHost: evil.example", 421), ("GET /api/library HTTP/1.1", 400),
      ("PURGE /api/library HTTP/1.1\nHost: localhost", 501), ("GET /nothing HTTP/1.1\nHost: localhost", 404),
      ("DELETE /health HTTP/1.1\nHost: localhost", 405),
    ]
  )
  func refused(_ head: String, _ status: Int) async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, _ in
      #expect(try await gallery.exchange("\(head)\nConnection: close\n\n").status == status)
      let line = try await gallery.log.event(1)
      #expect("\(line.method) \(line.path) HTTP/1.1" == String(head.prefix { $0 != "\n" }))
      #expect(line.status == status)
    }
  }

  @Test("Has a line for a head that does not come in time, and for one for whom there is no place")
  func late() async throws {
    try await withGallery(
      configure: { $0.connections.head = .milliseconds(50) },
      respond: { _ in .stalled }
    ) { gallery, _ in
      let answer = try await SlowClient.connect(to: gallery).send("GET /hea")
      #expect(answer.hasPrefix("HTTP/1.1 408"))
      #expect(try await gallery.log.event(1).status == 408)
    }
    try await withGallery(
      configure: { $0.connections.count = 1 },
      respond: { _ in .stalled }
    ) { gallery, upstream in
      let first = Task { try await gallery.get("/api/music") }
      _ = try await upstream.request(1)
      #expect(try await SlowClient.connect(to: gallery).send("").hasPrefix("HTTP/1.1 503"))
      #expect(try await gallery.log.first { $0.status == 503 }.path == "-")
      first.cancel()
    }
  }

  @Test("Has one line, with its path, for a request whose body does not come in time")
  func lateBody() async throws {
    try await withGallery(
      configure: { $0.connections.body = .milliseconds(50) },
      respond: { .chart(for: $0) }
    ) { gallery, _ in
      let head = "POST /api/photos HTTP/1.1\nHost: localhost\nContent-Type: application/json\n"
      let answer = try await SlowClient.connect(to: gallery).send("\(head)Content-Length: 9\n\n{")
      #expect(answer.hasPrefix("HTTP/1.1 408"))
      let line = try await gallery.log.event(1)
      #expect(line.path == "/api/photos")
      #expect(line.status == 408)
      _ = try await gallery.get("/health")
      #expect(try await gallery.log.event(2).path == "/health")
    }
  }
}

import Foundation
import GalleryConnections
import GalleryServer
import Testing

// Two hundred slow connections to a server were open after three minutes; with few file descriptors nobody else came in.
@Suite("Slow clients", .timeLimit(.minutes(1)))
struct SlowClientTests {
  private static let head = "GET /health HTTP/1.1\nHost: localhost\n"
  private static let post =
    "POST /api/photos HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 9\n\n"

  private func withServer(
    _ change: (inout ConnectionLimits) -> Void,
    _ test: (RunningGallery) async throws -> Void
  ) async throws {
    try await withGallery(
      configure: { change(&$0.connections) },
      respond: { .chart(for: $0) },
      { gallery, _ in try await test(gallery) }
    )
  }

  /// What a client does not come to the end of.
  enum Phase { case head, body, idle }

  @Test(
    "One that is silent, drips its request or says nothing more is closed in time",
    arguments: [
      ("", Phase.head), ("GET /hea", Phase.head), ("\(head)X: ", Phase.head), (post, Phase.body),
      ("\(post){", Phase.body), ("\(head)\n", Phase.idle),
    ]
  )
  func closed(_ text: String, _ phase: Phase) async throws {
    try await withServer {
      switch phase {
      case .head: $0.head = .milliseconds(50)
      case .body: $0.body = .milliseconds(50)
      case .idle: $0.idle = .milliseconds(50)
      }
    } _: { gallery in
      let answer = try await SlowClient.connect(to: gallery).send(text)
      #expect(answer.hasPrefix(phase == .idle ? "HTTP/1.1 200" : "HTTP/1.1 408"))
    }
  }

  /// All from one address, as behind the router of an office; and the limits of time are of no help, for they are long.
  @Test("Five hundred of them hold up nobody")
  func many() async throws {
    try await withServer {
      $0.count = 40
      $0.ofOneClient = 30
    } _: { gallery in
      await withTaskGroup(of: Void.self) { group in
        let sent = ["", "GET /hea", "\(Self.post){", "\(Self.head)\n", "\(Self.head)\n\(Self.head)X: "]
        for number in 0..<500 {
          group.addTask {
            do {
              try await SlowClient.connect(to: gallery).send(sent[number % sent.count])
            } catch {
              // One that has been thrown out before it could say anything.
            }
          }
        }
        // As many as are thrown out for the others.
        for _ in 0..<470 { await group.next() }
        do {
          for _ in 0..<10 {
            let answer = try await gallery.exchange("GET /health", host: "localhost")
            #expect(answer.status == 200)
          }
        } catch {
          Issue.record(error)
        }
        group.cancelAll()
      }
    }
  }

  @Test("Where all are being answered, one more is told to come again, and is let in when one has left")
  func full() async throws {
    try await withGallery(
      configure: { $0.connections.count = 1 },
      respond: { $0.number == 1 ? .stalled : .chart(for: $0) }
    ) { gallery, upstream in
      let first = Task { try await gallery.get("/api/music") }
      _ = try await upstream.request(1)
      let refused = try await SlowClient.connect(to: gallery).send("")
      #expect(refused.hasPrefix("HTTP/1.1 503") && refused.contains("retry-after: 1"))
      first.cancel()
      _ = try await gallery.log.first { $0.status == 499 }
      // The line is written before the connection has gone, and who is refused comes again.
      var status = 503
      while status == 503 { status = try await gallery.exchange("GET /health", host: "localhost").status }
      #expect(status == 200)
    }
  }

  /// Measured by another client's limits, as they pass.
  @Test("A stream of events lives on, however long nothing happens")
  func events() async throws {
    try await withServer {
      $0.head = .milliseconds(20)
      $0.body = .milliseconds(20)
      $0.idle = .milliseconds(20)
      $0.stall = .milliseconds(20)
    } _: { gallery in
      // On a busy machine a request is late itself, and refused or cut off.
      var opened = try? await gallery.events()
      while opened?.head.status != 200 { opened = try? await gallery.events() }
      var events = try #require(opened)
      let first = try await events.block()
      #expect(first == ": alive")
      for _ in 0..<5 { try await SlowClient.connect(to: gallery).send("") }
      var status: Int?
      while status != 200 { status = try? await gallery.get("/api/music").status }
      let news = try await events.wholeLoad()
      #expect(news.last?.facts.state == "succeeded")
    }
  }

  /// A server that closes with bytes unread takes its answer back: the system tells the client of a broken connection.
  @Test("Who sends a large body that nobody reads gets the answer all the same")
  func unreadBody() async throws {
    try await withServer { _ in
    } _: { gallery in
      let body = String(repeating: "x", count: 4_000_000)
      let answer = try await SlowClient.connect(to: gallery).send(
        "POST /api/photos HTTP/1.1\nHost: localhost\nContent-Type: text/plain\nContent-Length: 4000000\n\n"
          + body
      )
      #expect(answer.hasPrefix("HTTP/1.1 415") && answer.hasSuffix("}"))
    }
  }
}

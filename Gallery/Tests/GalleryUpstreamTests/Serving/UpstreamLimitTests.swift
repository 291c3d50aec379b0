import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryConnections
import GalleryUpstream
import NIOCore
import NIOPosix
import Testing

// It is given to others to try their programs on, and was open to who is slow for ever, as the server once was.
@Suite("The connections of the upstream", .timeLimit(.minutes(1)))
struct UpstreamLimitTests {
  private static let head = "GET /photos/1.jpg?width=32 HTTP/1.1\nHost: localhost\n"

  private func withUpstream(
    _ change: (inout EmbeddedUpstream.Configuration) -> Void,
    _ test: (EmbeddedUpstream) async throws -> Void
  ) async throws {
    var configuration = EmbeddedUpstream.Configuration()
    change(&configuration)
    let upstream = try await EmbeddedUpstream.start(configuration)
    do {
      try await test(upstream)
    } catch {
      Issue.record(error)
    }
    await upstream.stop()
  }

  /// What is answered to text, with CR LF wherever it has a line feed, until the upstream closes the connection.
  ///
  /// - Parameter begun: Opened when the answer begins.
  @Sendable private func exchange(
    _ text: String,
    _ upstream: EmbeddedUpstream,
    begun: Gate = Gate()
  ) async throws -> String {
    let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: upstream.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await connection.executeThenClose { inbound, outbound in
      if !text.isEmpty { try await outbound.write(ByteBuffer(string: text.replacing("\n", with: "\r\n"))) }
      var answer = ByteBuffer()
      do {
        for try await part in inbound {
          begun.open()
          answer.writeImmutableBuffer(part)
        }
      } catch is IOError {
        // Closed in the hard way.
      }
      return String(decoding: answer.readableBytesView, as: UTF8.self)
    }
  }

  /// What a client does not come to the end of.
  enum Phase { case head, body, idle }

  @Test(
    "Who is silent, drips a request or says nothing more is closed in time",
    arguments: [
      ("", Phase.head), ("GET /hea", Phase.head), ("\(head)X: ", Phase.head),
      ("\(head)Content-Length: 9\n\nx", Phase.body), ("\(head)\n", Phase.idle),
      ("\(head)\n\(head)\n", Phase.idle),
    ]
  )
  func slow(_ text: String, _ phase: Phase) async throws {
    try await withUpstream {
      switch phase {
      case .head: $0.connections.head = .milliseconds(50)
      case .body: $0.connections.body = .milliseconds(50)
      case .idle: $0.connections.idle = .milliseconds(50)
      }
    } _: { upstream in
      let received = try await exchange(text, upstream)
      #expect(received.hasPrefix(phase == .idle ? "HTTP/1.1 200" : "HTTP/1.1 408"))
    }
  }

  // The decoder gave nothing of what came behind it, and kept all of it.
  @Test(
    "Who leaves HTTP is answered, and nothing more is heard of them",
    arguments: [
      "GET /photos/1.jpg?width=32 HTTP/1.1\nHost: a\nConnection: upgrade, HTTP2-Settings\nUpgrade: h2c\n\n",
      "POST /1 HTTP/1.1\nHost: a\nConnection: upgrade\nUpgrade: websocket\nContent-Length: 4\n\nbody",
      "CONNECT a:1 HTTP/1.1\nHost: a:1\n\n",
    ]
  )
  func upgrade(_ text: String) async throws {
    try await withUpstream { _ in
    } _: { upstream in
      let answer = try await exchange(text + Self.head + "\n", upstream)
      #expect(answer.ranges(of: "HTTP/1.1 ").count == 1)
      #expect(answer.contains("Connection: close"))
    }
  }

  @Test("Who drips a request behind an answer is closed in time")
  func slowNext() async throws {
    try await withUpstream {
      $0.connections.head = .milliseconds(50)
      $0.connections.idle = .milliseconds(50)
    } _: { upstream in
      var received = "HTTP/1.1 408"
      // On a busy machine the first request is late itself.
      while received.hasPrefix("HTTP/1.1 408") {
        received = try await exchange("\(Self.head)\n\(Self.head)X: ", upstream)
      }
      #expect(received.hasPrefix("HTTP/1.1 200"))
    }
  }

  /// It is told to be slow, by a fault or a latency.
  @Test("Who waits for the upstream is not hurried")
  func waiting() async throws {
    try await withUpstream {
      $0.connections.head = .milliseconds(20)
      $0.connections.body = .milliseconds(20)
      $0.connections.idle = .milliseconds(20)
      $0.connections.stall = .milliseconds(20)
      $0.network.latency = .milliseconds(200)
    } _: { upstream in
      // On a busy machine a request is late itself; one that is hurried while it waits never gets both answers.
      var count = 0
      while count < 2 {
        let answer = try await exchange("\(Self.head)\n\(Self.head)Connection: close\n\n", upstream)
        count = answer.ranges(of: "HTTP/1.1 200").count
      }
      #expect(count == 2)
    }
  }

  @Test("A hundred who are silent hold up nobody")
  func many() async throws {
    try await withUpstream {
      $0.connections.count = 12
      $0.connections.ofOneClient = 10
    } _: { upstream in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<100 {
          group.addTask { _ = try? await exchange(number.isMultiple(of: 2) ? "" : Self.head, upstream) }
        }
        for _ in 0..<90 { await group.next() }
        let answer = try? await exchange("\(Self.head)Connection: close\n\n", upstream)
        #expect(answer?.hasPrefix("HTTP/1.1 200") == true)
        group.cancelAll()
      }
    }
  }

  @Test("Where all are being answered, one more is told so")
  func full() async throws {
    try await withUpstream {
      $0.connections.count = 1
    } _: { upstream in
      let begun = Gate()
      let stalled = "GET /photos/1.jpg?width=32&fault=stall HTTP/1.1\nHost: localhost\n\n"
      let first = Task { try await exchange(stalled, upstream, begun: begun) }
      try await begun.wait()
      let answer = try await exchange("", upstream)
      #expect(answer.hasPrefix("HTTP/1.1 503") && answer.contains("Retry-After: 1"))
      first.cancel()
    }
  }
}

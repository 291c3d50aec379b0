import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("A server", .timeLimit(.minutes(1)))
struct LifeTests {
  @Test("says where it listens")
  func address() async throws {
    try await withUpstream(.ok("x")) { upstream in
      #expect(upstream.port > 0)
      #expect(upstream.url.absoluteString == "http://127.0.0.1:\(upstream.port)")
      #expect(upstream.url("/a%20b?c=d").absoluteString == "http://127.0.0.1:\(upstream.port)/a%20b?c=d")
    }
  }

  @Test("serves routes, and status 404 beside them")
  func routes() async throws {
    let upstream = try await ScriptedUpstream.start(routes: ["/a": .ok("A"), "/b": .redirect(to: "/a")])
    try await stopping(upstream) { () async throws -> Void in
      let client = try RawClient(port: upstream.port)
      try await client.get("/a?x")
      _ = try await client.receive(until: "\n\nA")
      try await client.get("/b")
      #expect(try await client.receive(until: "\n\n").hasPrefix("HTTP/1.1 302 Found\nLocation: /a\n"))
      try await client.get("/c")
      #expect(try await client.receive(until: "\n\n").hasPrefix("HTTP/1.1 404 Not Found\n"))
    }
  }

  @Test("that cannot have its port says which and why")
  func portTaken() async throws {
    try await withUpstream(.ok("x")) { upstream in
      let port = upstream.port
      let error = await #expect(throws: ScriptedUpstreamError.self) {
        try await ScriptedUpstream.start(port: port) { _ in .ok("y") }
      }
      guard case .cannotListen(host: "127.0.0.1", port: port, let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason == "address already in use")
      #expect(error?.description.contains("127.0.0.1:\(port)") == true)
    }
  }

  @Test("that is stopped refuses connections and has closed those it had")
  func stop() async throws {
    let live = LiveObjects()
    let upstream = try await ScriptedUpstream.start { _ in
      // Within a step, it lives for as long as the answer does.
      let holding = Script.Step.wait { [object = live.object("answer")] in withExtendedLifetime(object) {} }
      return Script(steps: [.text("a"), holding, .stall])
    }
    let clients = try (0..<3).map { _ in try RawClient(port: upstream.port) }
    for client in clients {
      try await client.get("/")
      _ = try await client.receive(until: "\n\na")
    }
    await upstream.stop()
    #expect(upstream.connectionsOpen == 0)
    #expect(upstream.connectionsAccepted == 3)
    #expect(upstream.earlyCloses == 0)
    for client in clients { #expect(try await client.receiveAll().length == 0) }
    #expect(throws: RawClient.Failure.self) { try RawClient(port: upstream.port) }
    await upstream.stop()
    try await live.allGone()
  }

  @Test("that is stopped waits for a script whose author takes no notice of cancellation")
  func stopWaits() async throws {
    let begun = Gate()
    let stubborn = Gate()
    let finished = Gate()
    let upstream = try await ScriptedUpstream.start { _ in
      begun.open()
      // A task of its own is not cancelled with the script's.
      await Task { try? await stubborn.wait() }.value
      finished.open()
      return .ok("too late")
    }
    let client = try RawClient(port: upstream.port)
    try await client.get("/")
    try await begun.wait()
    let stopping = Task { await upstream.stop() }
    // Cancelling a test must not let its server outlive it.
    stopping.cancel()
    _ = try await client.receiveAll()
    #expect(!finished.isOpen)
    stubborn.open()
    await stopping.value
    #expect(finished.isOpen)
  }

  @Test("that is stopped ends the waits for what will not come")
  func stopEndsWaits() async throws {
    let upstream = try await ScriptedUpstream.start { _ in .ok("x") }
    let request = Task { try await upstream.request(1) }
    let leaving = Task { try await upstream.earlyCloses(atLeast: 1) }
    await upstream.stop()
    await #expect(throws: ScriptedUpstreamError.stopped) { try await request.value }
    await #expect(throws: ScriptedUpstreamError.stopped) { try await leaving.value }
  }

  @Test("that is let go without being stopped leaves nothing behind")
  func release() async throws {
    let live = LiveObjects()
    var upstream: ScriptedUpstream? = try await .start { [object = live.object("captured")] _ in
      withExtendedLifetime(object) { Script(steps: [.text("a"), .stall]) }
    }
    let client = try RawClient(port: upstream?.port ?? 0)
    try await client.get("/")
    _ = try await client.receive(until: "\n\na")
    upstream = nil
    #expect(try await client.receiveAll().length == 0)
    try await live.allGone()
  }
}

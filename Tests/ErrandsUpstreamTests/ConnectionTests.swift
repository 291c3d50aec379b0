import ErrandsTesting
import ErrandsUpstream
import Testing

@Suite("A connection", .timeLimit(.minutes(1)))
struct ConnectionTests {
  @Test("is kept for the next request, as HTTP/1.1 prescribes")
  func keepAlive() async throws {
    try await withUpstream(respond: { .ok($0.path) }) { upstream in
      let client = try RawClient(port: upstream.port)
      for path in ["/a", "/b", "/c"] {
        try await client.get(path)
        #expect(try await client.receive(until: path).contains("Content-Length: 2\n"))
      }
      #expect(upstream.connectionsAccepted == 1)
      #expect(upstream.connectionsOpen == 1)
      #expect(upstream.requests.map(\.connection) == [1, 1, 1])
      client.leave()
      try await upstream.connectionsOpen(atMost: 0)
      #expect(upstream.earlyCloses == 0)
    }
  }

  @Test("is closed when the client, its version or the script says so")
  func close() async throws {
    try await withUpstream(respond: {
      Script(headers: $0.path == "/close" ? ["Connection": "close"] : [:], steps: [.text("x")])
    }) { upstream in
      for request in [
        "GET / HTTP/1.1\nConnection: close\n\n", "GET / HTTP/1.0\n\n", "GET /close HTTP/1.1\n\n",
      ] {
        let (text, end) = try await answer(from: upstream, to: request)
        #expect(text.components(separatedBy: "Connection: close\n").count == 2)
        #expect(end == .closed)
      }
      let client = try RawClient(port: upstream.port)
      try await client.send("GET / HTTP/1.0\nConnection: keep-alive\n\n")
      #expect(try await client.receive(until: "\n\nx").contains("\nConnection: keep-alive\n"))
      try await client.get("/")
      #expect(try await !client.receive(until: "\n\nx").contains("Connection"))
    }
  }

  @Test("answers requests that come all at once one after the other")
  func pipelining() async throws {
    let gate = Gate()
    try await withUpstream(respond: { request in
      if request.path == "/1" { try await gate.wait() }
      return .ok(request.path, headers: ["Connection": request.path == "/3" ? "close" : "keep-alive"])
    }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.send("GET /1 HTTP/1.1\n\nGET /2 HTTP/1.1\n\nGET /3 HTTP/1.1\n\n")
      #expect(try await upstream.request(3).path == "/3")
      gate.open()
      let text = try await client.receiveAll().text
      #expect(
        text.split(separator: "\n").filter { $0.hasPrefix("/") }.map { $0.prefix(2) } == ["/1", "/2", "/3"]
      )
      #expect(upstream.mostRequestsAtOnce == 1)
    }
  }

  /// Without a bound, a client that only ever sends would fill the memory of a server that runs for days.
  @Test("that sends request upon request without waiting is closed")
  func flood() async throws {
    try await withUpstream(Script(steps: [.stall])) { upstream in
      let client = try RawClient(port: upstream.port)
      try? await client.send(String(repeating: "GET / HTTP/1.1\n\n", count: 1_000))
      try await upstream.connectionsOpen(atMost: 0)
      #expect(upstream.requestCount < 200)
      #expect(upstream.earlyCloses == 0)
    }
  }

  @Test("that speaks no HTTP is refused, and leaves no trace among the requests")
  func garbage() async throws {
    try await withUpstream(.ok("x")) { upstream in
      let (text, end) = try await answer(from: upstream, to: "what is this?\n\n")
      #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\n"))
      #expect(end == .closed)
      #expect(upstream.requestCount == 0)
      try await upstream.connectionsOpen(atMost: 0)
    }
  }

  // It cut the answer to the request before it.
  @Test("is refused when what comes behind a request is none, once that is answered")
  func garbageBehind() async throws {
    let gate = Gate()
    try await withUpstream(respond: { _ in
      try await gate.wait()
      return .ok("answered")
    }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.send("GET / HTTP/1.1\n\nwhat is this?\n\n")
      _ = try await upstream.request(1)
      gate.open()
      let (text, _, end) = try await client.receiveAll()
      #expect(text.hasPrefix("HTTP/1.1 200 OK\n"))
      #expect(text.contains("answeredHTTP/1.1 400 Bad Request\n"))
      #expect(end == .closed)
      #expect(upstream.earlyCloses == 0)
    }
  }

  // The decoder gave nothing of what came behind it and kept all of it, and the connection was deaf.
  @Test(
    "closes behind a request that may leave HTTP",
    arguments: [
      "GET /1 HTTP/1.1\nHost: a\nConnection: upgrade\nUpgrade: h2c\n\n",
      "POST /1 HTTP/1.1\nHost: a\nConnection: upgrade\nUpgrade: websocket\nContent-Length: 4\n\nbody",
      "CONNECT a:1 HTTP/1.1\nHost: a:1\n\n",
    ]
  )
  func upgrade(request: String) async throws {
    try await withUpstream(.ok("x")) { upstream in
      let (text, end) = try await answer(from: upstream, to: request + "GET /2 HTTP/1.1\n\n")
      #expect(text.contains("\nConnection: close\n"))
      #expect(end == .closed)
      #expect(upstream.requestCount == 1)
    }
  }

  @Test(
    "is asked for the same by an address as by its path",
    arguments: [
      ("http://a.test/b/c?d", "/b/c", "d"), ("HTTP://a.test:8080/b", "/b", nil), ("http://a.test", "/", nil),
      ("http://a.test?d=/", "/", "d=/"), ("/http://a.test", "/http://a.test", nil),
    ] as [(String, String, String?)]
  )
  func absoluteForm(target: String, path: String, query: String?) async throws {
    try await withUpstream(.ok("x")) { upstream in
      _ = try await answer(from: upstream, to: "GET \(target) HTTP/1.1\nHost: a.test\nConnection: close\n\n")
      let request = try await upstream.request(1)
      #expect((request.path, request.query) == (path, query))
    }
  }

  @Test("of a client that asks whether to go on is told to")
  func expectContinue() async throws {
    try await withUpstream(respond: { .ok($0.text) }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.send("PUT / HTTP/1.1\nContent-Length: 4\nExpect: 100-continue\n\n")
      #expect(try await client.receive(until: "\n\n") == "HTTP/1.1 100 Continue\n\n")
      try await client.send("body")
      #expect(try await client.receive(until: "\n\nbody").hasPrefix("HTTP/1.1 200 OK"))
    }
  }
}

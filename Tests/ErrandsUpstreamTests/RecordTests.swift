import ErrandsTesting
import ErrandsUpstream
import Testing

@Suite("A server records what it saw", .timeLimit(.minutes(1)))
struct RecordTests {
  @Test("requests to the last header")
  func request() async throws {
    try await withUpstream(.ok("x")) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/a%20b?q=1&r=a%26b?c", headers: "X-One: 1\nx-one: 2\n")
      _ = try await client.receive(until: "\n\nx")
      let request = try await upstream.request(1)
      #expect(request.number == 1)
      #expect(request.connection == 1)
      #expect(request.method == "GET")
      #expect(request.path == "/a%20b")
      #expect(request.query == "q=1&r=a%26b?c")
      #expect(request.headers == ["Host": "upstream", "X-One": "1", "x-one": "2"])
      #expect(request.body.isEmpty)
      try await client.get("/plain")
      #expect(try await upstream.request(2).query == nil)
    }
  }

  @Test("content, whether it came with a length or in chunks")
  func body() async throws {
    try await withUpstream(.ok("x")) { upstream in
      let client = try RawClient(port: upstream.port)
      let body = [UInt8](repeating: 0x62, count: 100_000)
      try await client.send("POST / HTTP/1.1\nContent-Length: 100000\n\n")
      try await client.send(body)
      _ = try await client.receive(until: "\n\nx")
      try await client.send("POST / HTTP/1.1\nTransfer-Encoding: chunked\n\n5\nhello\n1\n!\n0\n\n")
      _ = try await client.receive(until: "\n\nx")
      #expect(upstream.requests.map(\.body) == [body, Array("hello!".utf8)])
      #expect(upstream.requests.last?.text == "hello!")
    }
  }

  @Test("content up to a limit, and counts the rest")
  func bodyLimit() async throws {
    try await withUpstream(bodyBytesKept: 4, respond: { _ in .ok("x") }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.send("POST / HTTP/1.1\nContent-Length: 10\n\n0123")
      try await client.send("456789")
      _ = try await client.receive(until: "\n\nx")
      let request = try await upstream.request(1)
      #expect(request.text == "0123")
      #expect(request.bodyLength == 10)
    }
  }

  @Test("the latest requests only, with counters that stay exact")
  func bounded() async throws {
    try await withUpstream(requestsKept: 3, respond: { _ in .ok("x") }) { upstream in
      let client = try RawClient(port: upstream.port)
      for number in 1...10 {
        try await client.get("/\(number)")
        _ = try await client.receive(until: "\n\nx")
      }
      #expect(upstream.requests.map(\.path) == ["/8", "/9", "/10"])
      #expect(upstream.requestCount == 10)
      #expect(try await upstream.request(8).path == "/8")
      await #expect(throws: ScriptedUpstreamError.forgotten(request: 7, kept: 3)) {
        try await upstream.request(7)
      }
    }
  }

  @Test("every exchange, with its bytes to the last")
  func exchanges() async throws {
    let log = Events<Exchange>()
    try await withUpstream(
      onExchange: { log.record($0) },
      respond: { $0.method == "HEAD" ? .ok("12345") : .status(404, text: "no") },
      { upstream in
        let (first, _) = try await answer(from: upstream, to: "GET /a?b HTTP/1.1\nConnection: close\n\n")
        let (second, _) = try await answer(from: upstream, to: "HEAD / HTTP/1.1\nConnection: close\n\n")
        let sizes = [first, second].map { $0.utf8.count + $0.filter { $0 == "\n" }.count }
        _ = try await log.event(2)
        #expect(
          log.all == [
            Exchange(number: 1, method: "GET", path: "/a", status: 404, bytes: sizes[0], closedEarly: false),
            Exchange(number: 2, method: "HEAD", path: "/", status: 200, bytes: sizes[1], closedEarly: false),
          ]
        )
        #expect(upstream.bytesSent == sizes[0] + sizes[1])
      }
    )
  }

  @Test("how many requests it had to answer at once")
  func mostAtOnce() async throws {
    let gate = Gate()
    let asked = Events<String>()
    try await withUpstream(respond: { request in
      asked.record(request.path)
      try await gate.wait()
      return .ok("x")
    }) { upstream in
      var clients: [RawClient] = []
      for number in 1...5 {
        let client = try RawClient(port: upstream.port)
        try await client.get("/")
        // A request is on record before its answer begins.
        _ = try await asked.event(number)
        clients.append(client)
      }
      gate.open()
      for client in clients { _ = try await client.receive(until: "\n\nx") }
      for client in clients {
        try await client.get("/again")
        _ = try await client.receive(until: "\n\nx")
      }
      #expect(upstream.mostRequestsAtOnce == 5)
      #expect(upstream.connectionsAccepted == 5)
    }
  }

  /// The count used to end when the last bytes were out. By then the client could have sent its next request
  /// on another connection, and a limit of one was reported as exceeded, one time in some thousands.
  @Test("no more requests at once than there were")
  func neverTooMany() async throws {
    try await withUpstream(.ok("x")) { upstream in
      let clients = try (0..<8).map { _ in try RawClient(port: upstream.port) }
      for round in 0..<2_000 {
        let client = clients[round % clients.count]
        try await client.get("/")
        _ = try await client.receive(until: "\n\nx")
      }
      #expect(upstream.mostRequestsAtOnce == 1)
    }
  }

  @Test("a later request for a test that waits for it, unless the wait is cancelled")
  func waits() async throws {
    try await withUpstream(.ok("x")) { upstream in
      async let second = upstream.request(2)
      let third = Task { try await upstream.request(3) }
      let client = try RawClient(port: upstream.port)
      try await client.send("GET /1 HTTP/1.1\n\nGET /2 HTTP/1.1\n\n")
      #expect(try await second.path == "/2")
      third.cancel()
      await #expect(throws: CancellationError.self) { try await third.value }
    }
  }
}

import ErrandsTesting
import ErrandsUpstream
import Testing

@Suite("A server takes content", .timeLimit(.minutes(1)))
struct UploadTests {
  private static let upload = "PUT / HTTP/1.1\nContent-Length: 8\nExpect: 100-continue\n\n"

  private func withEarly<Result>(
    _ early: @escaping @Sendable (RecordedRequest) -> EarlyAnswer?,
    _ test: (ScriptedUpstream) async throws -> Result
  ) async throws -> Result {
    let upstream = try await ScriptedUpstream.start(answeringEarly: early) { .ok("\($0.bodyLength) bytes") }
    do {
      let result = try await test(upstream)
      await upstream.stop()
      return result
    } catch {
      await upstream.stop()
      throw error
    }
  }

  @Test("in chunks, with the fields behind them")
  func trailers() async throws {
    try await withUpstream(.ok("x")) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.send("PUT / HTTP/1.1\nTransfer-Encoding: chunked\n\n3\nabc\n2\nde\n0\nDigest: d1\n\n")
      _ = try await client.receive(until: "\n\nx")
      let request = try await upstream.request(1)
      #expect(request.text == "abcde")
      #expect(request.bodyLength == 5)
      #expect(request.trailers == ["Digest": "d1"])
      try await client.send("PUT / HTTP/1.1\nContent-Length: 1\n\na")
      #expect(try await upstream.request(2).trailers == [:])
    }
  }

  @Test("and counts it before the request is whole")
  func counted() async throws {
    try await withUpstream(.ok("x")) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.send("PUT / HTTP/1.1\nContent-Length: 8\n\n0123")
      try await upstream.contentBytesReceived(atLeast: 4)
      #expect(upstream.contentBytesReceived == 4)
      #expect(upstream.requestCount == 0)
      try await client.send("4567")
      #expect(try await upstream.request(1).bodyLength == 8)
      #expect(upstream.contentBytesReceived == 8)
    }
  }

  /// The interim answer used to be left out for good where another answer was on its way: a client that waits for it sent
  /// nothing, and the connection stood still.
  @Test("of a client that asks whether to go on behind another request when that is answered")
  func continueLater() async throws {
    let gate = Gate()
    try await withUpstream(respond: { request in
      if request.method == "GET" { try await gate.wait() }
      return .ok("<\(request.text)>")
    }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      _ = try await upstream.request(1)
      try await client.send(Self.upload)
      gate.open()
      #expect(try await client.receive(until: "<>").hasPrefix("HTTP/1.1 200 OK\n"))
      #expect(try await client.receive(until: "\n\n") == "HTTP/1.1 100 Continue\n\n")
      try await client.send("01234567")
      #expect(try await client.receive(until: "<01234567>").hasPrefix("HTTP/1.1 200 OK\n"))
    }
  }

  @Test("of a client that does not wait to be told, or is too old to be, without a word")
  func notToldTo() async throws {
    let gate = Gate()
    try await withUpstream(respond: { request in
      if request.method == "GET" { try await gate.wait() }
      return .ok("<\(request.text)>")
    }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      _ = try await upstream.request(1)
      try await client.send(Self.upload + "0123")
      try await upstream.contentBytesReceived(atLeast: 4)
      gate.open()
      _ = try await client.receive(until: "<>")
      try await client.send("4567")
      #expect(try await client.receive(until: "<01234567>").hasPrefix("HTTP/1.1 200 OK\n"))
      let old = "PUT / HTTP/1.0\nContent-Length: 1\nExpect: 100-continue\n\na"
      #expect(try await answer(from: upstream, to: old).text.hasPrefix("HTTP/1.1 200 OK\n"))
    }
  }

  // It was told to behind the answer, and took that for the next one.
  @Test("which was none, and does not tell the client to send it when it has answered")
  func continueNothing() async throws {
    let gate = Gate()
    try await withUpstream(respond: { request in
      if request.path == "/" { try await gate.wait() }
      return .ok("<>")
    }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      try await client.send("PUT /a HTTP/1.1\nTransfer-Encoding: chunked\nExpect: 100-continue\n\n0\n\n")
      try await client.send("GET /b HTTP/1.1\nConnection: close\n\n")
      _ = try await upstream.request(3)
      gate.open()
      let text = try await client.receiveAll().text
      #expect(text.ranges(of: "HTTP/1.1 200 OK\n").count == 3)
      #expect(!text.contains("100 Continue"))
    }
  }

  @Test("or refuses it before it has come, and does not tell the client to send it")
  func refused() async throws {
    try await withEarly({ $0.method == "PUT" ? EarlyAnswer(.status(413)) : nil }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.send(Self.upload)
      let text = try await client.receive(until: "\n\n")
      #expect(text.hasPrefix("HTTP/1.1 413 "))
      let request = try await upstream.request(1)
      #expect(request.bodyLength == 0)
      // A client may send it all the same; what comes after is the next request.
      try await client.send("01234567POST / HTTP/1.1\nContent-Length: 2\n\nab")
      #expect(try await client.receive(until: "2 bytes").hasPrefix("HTTP/1.1 200 OK\n"))
      #expect(upstream.contentBytesReceived == 10)
      #expect(upstream.requestCount == 2)
    }
  }

  @Test("up to a byte, and answers then, whether the rest comes or not")
  func inTheMiddle() async throws {
    try await withEarly({ _ in EarlyAnswer(.status(507), afterContentBytes: 5) }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.send("PUT / HTTP/1.1\nTransfer-Encoding: chunked\n\n4\n0123\n")
      try await upstream.contentBytesReceived(atLeast: 4)
      #expect(upstream.requestCount == 0)
      try await client.send("1\n4\n")
      #expect(try await client.receive(until: "\n\n").hasPrefix("HTTP/1.1 507 "))
      #expect(try await upstream.request(1).text == "01234")
      try await client.send("1\n5\n0\n\n")
      try await client.send("PUT / HTTP/1.1\nContent-Length: 2\n\nab")
      // Less than what it wanted to see: answered as though it had wanted nothing.
      #expect(try await client.receive(until: "2 bytes").hasPrefix("HTTP/1.1 200 OK\n"))
    }
  }

  @Test("from the first byte on, where it is told to wait for fewer than none")
  func fewerThanNone() {
    #expect(EarlyAnswer(.status(507)).contentBytes == 0)
    #expect(EarlyAnswer(.status(507), afterContentBytes: -1).contentBytes == 0)
    #expect(EarlyAnswer(.status(507), afterContentBytes: 5).contentBytes == 5)
  }

  @Test("up to a byte, at which the connection is lost")
  func lost() async throws {
    try await withEarly({ _ in EarlyAnswer(.raw([.reset]), afterContentBytes: 3) }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.send(Self.upload)
      #expect(try await client.receive(until: "\n\n") == "HTTP/1.1 100 Continue\n\n")
      try await client.send("012")
      #expect(try await client.receiveAll().end == .reset)
    }
  }

  @Test("and asks nobody about requests that have none")
  func none() async throws {
    let asked = Events<String>()
    try await withEarly({
      asked.record($0.path)
      return EarlyAnswer(.status(500))
    }) { upstream in
      for request in ["GET /a HTTP/1.1\n", "PUT /b HTTP/1.1\nContent-Length: 0\n"] {
        let (text, _) = try await answer(from: upstream, to: request + "Connection: close\n\n")
        #expect(text.hasSuffix("0 bytes"))
      }
      #expect(asked.all.isEmpty)
    }
  }
}

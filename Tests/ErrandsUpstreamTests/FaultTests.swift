import ErrandsTesting
import ErrandsUpstream
import Testing

@Suite("A script misbehaves on purpose", .timeLimit(.minutes(1)))
struct FaultTests {
  @Test("and resets the connection in the middle")
  func reset() async throws {
    try await withUpstream(Script(steps: [.text("half"), .reset, .text("never")])) { upstream in
      let (text, end) = try await answer(from: upstream, to: "GET / HTTP/1.1\n\n")
      #expect(text.hasSuffix("Content-Length: 9\n\nhalf"))
      #expect(end == .reset)
      try await upstream.connectionsOpen(atMost: 0)
      #expect(upstream.earlyCloses == 0)
    }
  }

  @Test("and closes the connection in the middle")
  func close() async throws {
    try await withUpstream(Script(steps: [.text("half"), .close, .text("never")])) { upstream in
      let (text, end) = try await answer(from: upstream, to: "GET / HTTP/1.1\n\n")
      #expect(text.hasSuffix("Content-Length: 9\n\nhalf"))
      #expect(end == .closed)
      try await upstream.connectionsOpen(atMost: 0)
      #expect(upstream.earlyCloses == 0)
    }
  }

  @Test("and ends a chunked answer without its last chunk")
  func truncatedChunks() async throws {
    try await withUpstream(Script(framing: .chunked, steps: [.text("half"), .close])) { upstream in
      let (text, _) = try await answer(from: upstream, to: "GET / HTTP/1.1\n\n")
      #expect(text.hasSuffix("\n\n4\nhalf\n"))
    }
  }

  @Test("and closes or resets without a word", arguments: [RawClient.End.closed, .reset])
  func silent(expected: RawClient.End) async throws {
    try await withUpstream(.raw([expected == .closed ? .close : .reset])) { upstream in
      let (text, end) = try await answer(from: upstream, to: "GET / HTTP/1.1\n\n")
      #expect(text.isEmpty)
      #expect(end == expected)
    }
  }

  @Test("and holds back what follows a gate, but nothing before it")
  func gate() async throws {
    let gate = Gate()
    try await withUpstream(Script(steps: [.text("one"), .wait(gate.wait), .text("two")])) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      _ = try await client.receive(until: "Content-Length: 6\n\none")
      #expect(upstream.bytesSent > 3)
      gate.open()
      #expect(try await client.receive(count: 3) == "two")
    }
  }

  @Test("and takes its time between two steps")
  func delay() async throws {
    let clock = VirtualClock()
    let script = Script(steps: [.text("one"), .delay(.seconds(60)), .text("two")])
    try await withUpstream(clock: clock, respond: { _ in script }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      _ = try await client.receive(until: "one")
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(60))
      #expect(try await client.receive(count: 3) == "two")
    }
  }

  @Test("and stalls until the client has had enough")
  func stall() async throws {
    try await withUpstream(Script(steps: [.text("one"), .stall, .text("two")])) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      _ = try await client.receive(until: "one")
      client.leave()
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("and its author's error becomes the answer")
  func failingClosure() async throws {
    struct Refusal: Error, CustomStringConvertible {
      let description = "the test meant this"
    }
    try await withUpstream(respond: { _ in throw Refusal() }) { upstream in
      let (text, _) = try await answer(from: upstream, to: "GET / HTTP/1.1\nConnection: close\n\n")
      #expect(text.hasPrefix("HTTP/1.1 500 Internal Server Error\n"))
      #expect(text.hasSuffix("\n\nthe test meant this"))
    }
  }
}

import ErrandsTesting
import ErrandsUpstream
import Testing

/// Law 4, "cancel reaches the bottom", is proved by a server that sees the connection close. So the server
/// has to see it whatever it is doing itself at that moment.
@Suite("A client that leaves is noticed", .timeLimit(.minutes(1)))
struct LeavingTests {
  private func expectNoticed(_ script: Script, after text: String) async throws {
    let exchanges = Events<Exchange>()
    try await withUpstream(onExchange: { exchanges.record($0) }, respond: { _ in script }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/long?x=1")
      _ = try await client.receive(until: text)
      client.leave()
      try await upstream.earlyCloses(atLeast: 1)
      try await upstream.connectionsOpen(atMost: 0)
      let exchange = try await exchanges.event(1)
      #expect(exchange.closedEarly)
      #expect(exchange.status == 200)
      #expect(exchange.path == "/long")
      #expect(exchange.bytes == upstream.bytesSent)
      #expect(upstream.earlyCloses == 1)
    }
  }

  @Test("while the script waits at a gate")
  func atGate() async throws {
    try await expectNoticed(Script(steps: [.text("a"), .wait(Gate().wait), .text("b")]), after: "\n\na")
  }

  @Test("while the script lets time pass")
  func inDelay() async throws {
    try await expectNoticed(Script(steps: [.text("a"), .delay(.seconds(3_600)), .text("b")]), after: "\n\na")
  }

  @Test("while the script stalls")
  func inStall() async throws {
    try await expectNoticed(Script(steps: [.text("a"), .stall]), after: "\n\na")
  }

  @Test("while the script sends more than the client reads")
  func inBackPressure() async throws {
    let steps: [Script.Step] = [
      .text("a"), .repeating(Array(repeating: 0x2a, count: 1_000), count: 1_000_000),
    ]
    try await expectNoticed(Script(steps: steps), after: "\n\na")
  }

  @Test("while the script is slow")
  func inSlowness() async throws {
    let script = Script(shaping: Shaping(bandwidth: 20), steps: [.repeating([0x2a], count: 100_000)])
    try await expectNoticed(script, after: "HTTP")
  }

  @Test("while the script is still being thought of, whose task is cancelled", arguments: [false, true])
  func inClosure(rudely: Bool) async throws {
    let cancelled = Gate()
    let exchanges = Events<Exchange>()
    try await withUpstream(
      onExchange: { exchanges.record($0) },
      respond: { _ in
        do {
          try await Gate().wait()
        } catch {
          cancelled.open()
          throw error
        }
        return .ok("never")
      },
      { upstream in
        var client: RawClient? = try RawClient(port: upstream.port)
        try await client?.get("/")
        _ = try await upstream.request(1)
        if rudely { client?.leaveWithReset() }
        client = nil
        try await cancelled.wait()
        try await upstream.earlyCloses(atLeast: 1)
        let exchange = try await exchanges.event(1)
        #expect(exchange.status == nil)
        #expect(exchange.bytes == 0)
        #expect(exchange.closedEarly)
      }
    )
  }

  @Test("by its count of those who left, not by that of those who had everything")
  func countsOnlyEarly() async throws {
    try await withUpstream(respond: { $0.path == "/whole" ? .ok("whole") : Script(steps: [.stall]) }) {
      upstream in
      for _ in 1...20 {
        let client = try RawClient(port: upstream.port)
        try await client.get("/whole")
        _ = try await client.receive(until: "\n\nwhole")
        client.leave()
      }
      try await upstream.connectionsOpen(atMost: 0)
      #expect(upstream.earlyCloses == 0)
      for count in 1...3 {
        let client = try RawClient(port: upstream.port)
        try await client.get("/stalling")
        _ = try await client.receive(until: "\n\n")
        client.leave()
        try await upstream.earlyCloses(atLeast: count)
      }
      #expect(upstream.earlyCloses == 3)
    }
  }

  // It was counted among those who had left.
  @Test("and is told from one whose connection the server closed")
  func notByServer() async throws {
    struct Lost: Error {}
    let exchanges = Events<Exchange>()
    let script = Script(steps: [.text("a"), .wait { throw Lost() }, .text("b")])
    try await withUpstream(onExchange: { exchanges.record($0) }, respond: { _ in script }) { upstream in
      let text = try await answer(from: upstream, to: "GET / HTTP/1.1\n\n").text
      #expect(text.hasSuffix("\n\na"))
      #expect(try await exchanges.event(1).closedEarly == false)
      #expect(upstream.earlyCloses == 0)
    }
  }

  @Test("and its unanswered requests behind the first are not answered any more")
  func dropsWaiting() async throws {
    let asked = Events<String>()
    try await withUpstream(respond: {
      asked.record($0.path)
      return Script(steps: [.stall])
    }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.send("GET /1 HTTP/1.1\n\nGET /2 HTTP/1.1\n\n")
      _ = try await upstream.request(2)
      _ = try await asked.event(1)
      client.leave()
      try await upstream.connectionsOpen(atMost: 0)
    }
    // A server that has stopped has waited for all of its scripts.
    #expect(asked.all == ["/1"])
  }
}

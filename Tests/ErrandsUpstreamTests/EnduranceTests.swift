import ErrandsTesting
import ErrandsUpstream
import Testing

@Suite("A server endures", .timeLimit(.minutes(1)))
struct EnduranceTests {
  #if TSAN
    private static let connections = 1_000
  #else
    private static let connections = 10_000
  #endif

  @Test("thousands of clients that come and go")
  func comingAndGoing() async throws {
    let live = LiveObjects()
    try await withUpstream(
      requestsKept: 10,
      respond: { request in
        // Within a step, it lives for as long as the answer does.
        let holding = Script.Step.wait { [object = live.object("answer")] in withExtendedLifetime(object) {} }
        let rest: [Script.Step] = request.path == "/stay" ? [.stall] : []
        return Script(steps: [holding, .text("x")] + rest)
      }
    ) { upstream in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<8 {
          group.addTask {
            for _ in 0..<Self.connections / 8 {
              let client = try RawClient(port: upstream.port)
              try await client.get(worker.isMultiple(of: 2) ? "/go" : "/stay")
              _ = try await client.receive(until: "\n\nx")
              client.leaveWithReset()
            }
          }
        }
        try await group.waitForAll()
      }
      try await upstream.earlyCloses(atLeast: Self.connections / 2)
      try await upstream.connectionsOpen(atMost: 0)
      #expect(upstream.connectionsAccepted == Self.connections)
      #expect(upstream.requestCount == Self.connections)
      #expect(upstream.earlyCloses == Self.connections / 2)
      #expect(upstream.requests.count == 10)
    }
    try await live.allGone()
  }

  @Test("an answer of a gigabyte, of which it never holds more than a block")
  func largeAnswer() async throws {
    #if TSAN
      let blocks = 100
    #else
      let blocks = 1_000
    #endif
    let pattern = [UInt8](repeating: 0x2a, count: 1_000)
    let script = Script(framing: .untilClose, steps: [.repeating(pattern, count: blocks * 1_000)])
    try await withUpstream(script) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      let (_, length, end) = try await client.receiveAll()
      #expect(length > blocks * 1_000_000)
      #expect(length == upstream.bytesSent)
      #expect(end == .closed)
    }
  }

  @Test("a client that does not read, by waiting for it")
  func backPressure() async throws {
    let script = Script(steps: [.repeating([UInt8](repeating: 0x2a, count: 1 << 20), count: 64)])
    let done = Events<Exchange>()
    try await withUpstream(
      onExchange: { if $0.path == "/" { done.record($0) } },
      respond: { $0.path == "/" ? script : .ok("turn") }
    ) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      _ = try await client.receive(count: 1 << 20)
      // By then it has had every occasion to run away: it has had other work to do.
      let other = try RawClient(port: upstream.port)
      for _ in 0..<200 {
        try await other.get("/turn")
        _ = try await other.receive(until: "\n\nturn")
      }
      other.leave()
      // What the kernel's buffers hold can be on its way; 64 MiB cannot.
      #expect(done.count == 0)
      #expect(upstream.bytesSent < 48 << 20)
      _ = try await client.receive(count: 63 << 20)
      client.leave()
      try await upstream.connectionsOpen(atMost: 0)
    }
  }
}

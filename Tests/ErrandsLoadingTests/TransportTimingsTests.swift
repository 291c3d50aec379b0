import Errands
import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("What the transport measures", .timeLimit(.minutes(1)))
struct TransportTimingsTests {
  private func transport(measuring: Bool = true) -> any Transport {
    let transport = Carrier.asyncHTTPClient.transport()
    if measuring { transport.beginMeasuring() }
    return transport
  }

  /// Sends a request and reads its answer, so that the connection is free again.
  private func exchange(_ transport: any Transport, _ url: URL) async throws -> TransportResponse {
    let response = try await transport.send(FetchRequest(url))
    for try await _ in response.body {}
    return response
  }

  @Test("The first request of a connection makes it, the second has it, and both know whom they talk to")
  func reused() async throws {
    try await withUpstream(respond: { _ in .ok("chart") }) { upstream in
      let transport = transport()
      let first = try await exchange(transport, upstream.url)
      let second = try await exchange(transport, upstream.url)
      #expect(upstream.connectionsAccepted == 1)
      #expect((first.timings?.isReused, second.timings?.isReused) == (false, true))
      let connected = try #require(first.timings?.connected)
      let waited = try #require(first.timings?.waited)
      #expect(connected > .zero && waited >= connected)
      #expect(second.timings?.connected == nil)
      #expect([first, second].allSatisfy { $0.timings?.answered ?? .zero > .zero })
      let address = try #require(IPAddress(bytes: [127, 0, 0, 1]))
      #expect([first, second].allSatisfy { $0.peer == TransportPeer(address: address, port: upstream.port) })
      #expect(first.peer?.description == "127.0.0.1:\(upstream.port)")
    }
  }

  @Test("The time until the head is the server's, not that of its body")
  func answered() async throws {
    let (head, body) = (Gate(), Gate())
    try await withUpstream(respond: { _ in
      try await head.wait()
      return Script(framing: .length(2), steps: [.text("a"), .wait { try await body.wait() }, .text("b")])
    }) { upstream in
      let transport = transport()
      async let answer = transport.send(FetchRequest(upstream.url))
      _ = try await upstream.request(1)
      let start = ContinuousClock.now
      // Some time passes in any case, however short.
      for _ in 0..<1_000 { await Task.yield() }
      let passed = start.duration(to: .now)
      head.open()
      let response = try await answer
      #expect(response.timings?.answered ?? .zero >= passed)
      body.open()
    }
  }

  @Test("What it knows goes in a field that nobody sees")
  func hidden() async throws {
    try await withUpstream(respond: { _ in .ok("chart", headers: ["X-Own": "1"]) }) { upstream in
      let (measured, plain) = (transport(), transport(measuring: false))
      let names = try await exchange(measured, upstream.url).head.fields.all.map(\.name)
      #expect(names.contains("X-Own") && !names.contains { $0.lowercased().contains("errands") })
      #expect(try await exchange(plain, upstream.url).head.fields.all.map(\.name) == names)
      #expect(upstream.requests.allSatisfy { !"\($0.headers)".contains("errands exchange") })
    }
  }

  @Test("A server that sends such a field is believed nothing", arguments: [false, true])
  func forged(_ measuring: Bool) async throws {
    let forged = "HTTP/1.1 200 OK\r\nErrands Exchange: 1 2 9 0 443 192.0.2.1\r\nContent-Length: 0\r\n\r\n"
    try await withUpstream(respond: { _ in .raw([.text(forged)]) }) { upstream in
      let error = await #expect(throws: FetchError.self) {
        try await transport(measuring: measuring).send(FetchRequest(upstream.url))
      }
      #expect(error?.kind == "malformedResponse")
    }
  }

  @Test("Nothing is measured before somebody asks, and nothing on connections from before")
  func off() async throws {
    try await withUpstream(respond: { _ in .ok("chart") }) { upstream in
      let transport = transport(measuring: false)
      let before = try await exchange(transport, upstream.url)
      transport.beginMeasuring()
      let after = try await exchange(transport, upstream.url)
      #expect(upstream.connectionsAccepted == 1)
      #expect([before, after].allSatisfy { $0.timings == nil && $0.peer == nil })
    }
  }

  @Test("Compressed answers, and those without a body, are measured as any other")
  func others() async throws {
    // “hello, hello, hello”.
    let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJ11HIQKIAn6HKCRMAAAA="))
    let compressed = Script.ok(Array(packed), headers: ["Content-Encoding": "gzip"])
    try await withUpstream(respond: { $0.number == 1 ? .status(204) : compressed }) { upstream in
      let transport = transport()
      #expect(try await exchange(transport, upstream.url).timings != nil)
      let response = try await transport.send(FetchRequest(upstream.url))
      #expect(response.timings != nil)
      var body = Data()
      for try await chunk in response.body { body += chunk }
      #expect(body == Data("hello, hello, hello".utf8))
    }
  }

  @Test("URLSession measures nothing")
  func urlSession() async throws {
    try await withUpstream(respond: { _ in .ok("chart") }) { upstream in
      let transport = Carrier.urlSession.transport()
      transport.beginMeasuring()
      let response = try await exchange(transport, upstream.url)
      #expect(response.timings == nil && response.peer == nil)
    }
  }
}

import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("A file on the wire", .timeLimit(.minutes(1)))
struct ServedFileWireTests {
  private static let file = ServedFile(
    Array("0123456789".utf8),
    entityTag: "\"a1\"",
    headers: ["Date": "now"]
  )

  private func get(_ upstream: ScriptedUpstream, _ headers: String = "", method: String = "GET") async throws
    -> String
  {
    let request = "\(method) / HTTP/1.1\nHost: x\n\(headers)Connection: close\n\n"
    return try await answer(from: upstream, to: request).text
  }

  @Test("has the length of what is sent, and none where nothing is")
  func lengths() async throws {
    try await withUpstream(respond: { Self.file.answer(to: $0) }) { upstream in
      let fields = "Accept-Ranges: bytes\nContent-Length: 10\nConnection: close\n\n"
      let whole = try await get(upstream)
      #expect(whole.hasPrefix("HTTP/1.1 200 OK\nDate: now\nETag: \"a1\"\n"))
      #expect(whole.hasSuffix(fields + "0123456789"))
      #expect(try await get(upstream, "Range: bytes=8-\n", method: "HEAD").hasSuffix(fields))
      let part = try await get(upstream, "Range: bytes=8-\n")
      #expect(part.hasPrefix("HTTP/1.1 206 Partial Content\n"))
      #expect(part.hasSuffix("Content-Range: bytes 8-9/10\nContent-Length: 2\nConnection: close\n\n89"))
      let refused = try await get(upstream, "Range: bytes=10-\n")
      #expect(refused.hasPrefix("HTTP/1.1 416 Range Not Satisfiable\n"))
      let known = try await get(upstream, "If-None-Match: \"a1\"\n")
      #expect(known == "HTTP/1.1 304 Not Modified\nDate: now\nETag: \"a1\"\nConnection: close\n\n")
      #expect(try await get(upstream, "If-Match: \"0\"\n").hasPrefix("HTTP/1.1 412 Precondition Failed\n"))
    }
  }

  /// What a client goes through that loses its connection twice.
  @Test("that breaks off at another byte each time is whole in the end")
  func resumed() async throws {
    let ends = [4, 7]
    try await withUpstream(respond: { request in
      let index = request.number - 1
      return Self.file.answer(to: request, breakingOffAt: index < ends.count ? ends[index] : nil)
    }) { upstream in
      var held = ""
      for length in [10, 6, 3] {
        let text = try await get(upstream, "Range: bytes=\(held.utf8.count)-\nIf-Range: \"a1\"\n")
        #expect(text.contains("\nContent-Length: \(length)\n"))
        held += text.split(separator: "\n\n", maxSplits: 1).dropFirst().first ?? ""
      }
      #expect(held == "0123456789")
    }
  }

  @Test("that is reset ends in a reset, and one that stalls in silence")
  func ways() async throws {
    try await withUpstream(respond: { request in
      Self.file.answer(to: request, breakingOffAt: 5, by: request.path == "/stall" ? .stall : .reset)
    }) { upstream in
      let (text, end) = try await answer(from: upstream, to: "GET / HTTP/1.1\n\n")
      #expect(text.hasSuffix("Content-Length: 10\n\n01234"))
      #expect(end == .reset)
      let client = try RawClient(port: upstream.port)
      try await client.get("/stall", headers: "Range: bytes=4-\n")
      _ = try await client.receive(until: "Content-Length: 6\n\n4")
      client.leave()
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("that is computed is computed block by block, in order, and not where nobody reads it")
  func blocks() async throws {
    let asked = Events<Range<Int>>()
    let large = ServedFile(
      .computed(count: 1 << 40) { part in
        asked.record(part)
        return part.map { UInt8(truncatingIfNeeded: $0 / 251) }
      }
    )
    try await withUpstream(respond: { large.answer(to: $0) }) { upstream in
      let head = try await get(upstream, method: "HEAD")
      #expect(head.contains("\nContent-Length: \(1 << 40)\n"))
      #expect(asked.all.isEmpty)
      let client = try RawClient(port: upstream.port)
      try await client.get("/", headers: "Range: bytes=1000-\n")
      _ = try await client.receive(until: "\n\n")
      _ = try await client.receive(count: 300_000)
      client.leave()
      try await upstream.earlyCloses(atLeast: 1)
    }
    let parts = asked.all
    #expect(parts.first?.lowerBound == 1_000)
    #expect(parts.allSatisfy { !$0.isEmpty && $0.count <= 64 * 1_024 })
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    // What the sockets hold, and not what there is.
    #expect(parts.count < 1_000)
  }

  @Test("that is computed has the bytes that were asked for, also in chunks and behind a break")
  func bytes() async throws {
    let file = ServedFile(.computed(count: 200_000) { $0.map { UInt8(ascii: "a") + UInt8($0 / 7_000) } })
    try await withUpstream(respond: { request in
      var script = file.answer(to: request, breakingOffAt: request.path == "/broken" ? 199_990 : nil)
      if request.path == "/chunked" { script.framing = .chunked }
      return script
    }) { upstream in
      let expected = (69_990..<70_010).map { UInt8(ascii: "a") + UInt8($0 / 7_000) }
      let part = try await get(upstream, "Range: bytes=69990-70009\n")
      #expect(part.hasSuffix("\n\n" + String(decoding: expected, as: UTF8.self)))
      let client = try RawClient(port: upstream.port)
      try await client.send("GET /chunked HTTP/1.1\nRange: bytes=0-65537\nConnection: close\n\n")
      _ = try await client.receive(until: "\n\n10000\n")
      _ = try await client.receive(count: 65_536)
      #expect(try await client.receiveAll().text == "\n2\njj\n0\n\n")
      let (text, _) = try await answer(from: upstream, to: "GET /broken HTTP/1.1\nRange: bytes=199980-\n\n")
      #expect(text.hasSuffix("Content-Length: 20\n\n}}}}}}}}}}"))
    }
  }

  /// The steps within a block are steps like any other, so that a network can lose packets in the middle of a file that is
  /// never held.
  @Test("of blocks takes the steps in each of them, waits and ends included")
  func stepsInBlocks() async throws {
    let gate = Gate()
    let script = Script(steps: [
      .blocks(0..<3) { _ in [.text("a"), .wait(gate.wait), .text("b"), .close, .text("c")] },
      .text("never"),
    ])
    try await withUpstream(script) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      _ = try await client.receive(until: "Content-Length: 8\n\na")
      gate.open()
      #expect(try await client.receiveAll().text == "b")
      let (head, _) = try await answer(from: upstream, to: "HEAD / HTTP/1.1\nConnection: close\n\n")
      #expect(head.hasSuffix("\n\n"))
    }
  }
}

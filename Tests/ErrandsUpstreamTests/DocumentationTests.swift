import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The examples of the documentation comments, to the letter.
@Suite("The documentation's example of", .timeLimit(.minutes(1)))
struct DocumentationTests {
  @Test("header fields")
  func headerFields() {
    let headers: HeaderFields = ["ETag": "\"a1\"", "Set-Cookie": "a=1", "Set-Cookie": "b=2"]
    #expect(headers["etag"] == "\"a1\"")
    #expect(headers.values(of: "Set-Cookie") == ["a=1", "b=2"])
  }

  @Test("a script")
  func script() async throws {
    let gate = Gate()
    let script = Script(
      headers: ["Content-Type": "image/gif"],
      steps: [.text("GIF89a"), .wait(gate.wait), .bytes([0x3b])]
    )
    try await withUpstream(script) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      _ = try await client.receive(until: "GIF89a")
      gate.open()
      #expect(try await client.receive(count: 1) == ";")
    }
  }

  @Test("a scripted upstream, with a client that others use")
  func scriptedUpstream() async throws {
    let upstream = try await ScriptedUpstream.start { request in
      request.path == "/a" ? .ok("hello") : .status(503, headers: ["Retry-After": "1"])
    }
    let (data, _) = try await URLSession.shared.data(from: upstream.url("/a"))
    #expect(String(decoding: data, as: UTF8.self) == "hello")
    #expect(upstream.requests.map(\.path) == ["/a"])
    await upstream.stop()
  }

  @Test("a file that breaks off")
  func servedFile() async throws {
    let file = ServedFile(Array("0123456789".utf8), entityTag: "\"a1\"")
    let upstream = try await ScriptedUpstream.start { request in
      // The first try breaks off in the middle.
      file.answer(to: request, breakingOffAt: request.number == 1 ? 5 : nil)
    }
    for expected in ["01234", "0123456789"] {
      let client = try RawClient(port: upstream.port)
      try await client.send("GET / HTTP/1.1\nConnection: close\n\n")
      #expect(try await client.receiveAll().text.hasSuffix("\n\n" + expected))
    }
    await upstream.stop()
  }

  @Test("an early answer")
  func earlyAnswer() async throws {
    let upstream = try await ScriptedUpstream.start(
      answeringEarly: { $0.method == "PUT" ? EarlyAnswer(.status(413)) : nil },
      respond: { _ in .ok("hello") }
    )
    let client = try RawClient(port: upstream.port)
    try await client.send("PUT / HTTP/1.1\nContent-Length: 5\nConnection: close\n\n")
    #expect(try await client.receiveAll().text.hasPrefix("HTTP/1.1 413 "))
    await upstream.stop()
  }
}

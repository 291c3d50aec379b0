import ErrandsUpstream
import Testing

@Suite("A script is sent as it is written", .timeLimit(.minutes(1)))
struct FramingTests {
  private static let get = "GET / HTTP/1.1\nHost: x\nConnection: close\n\n"

  private func answer(_ script: Script, to request: String = get) async throws -> String {
    try await withUpstream(script) { upstream in
      let (text, end) = try await ErrandsUpstreamTests.answer(from: upstream, to: request)
      #expect(end == .closed)
      return text
    }
  }

  @Test("with a length added up over its steps, and headers in order")
  func automatic() async throws {
    let script = Script(
      status: 206,
      headers: ["B": "2", "A": "1", "B": "3"],
      steps: [.text("ab"), .bytes([0x63, 0x64]), .repeating([0x65], count: 3)]
    )
    #expect(
      try await answer(script) == """
        HTTP/1.1 206 Partial Content
        B: 2
        A: 1
        B: 3
        Content-Length: 7
        Connection: close

        abcdeee
        """
    )
  }

  @Test("with a reason of its own")
  func reason() async throws {
    let text = try await answer(Script(status: 299, reason: "Just So"))
    #expect(text.hasPrefix("HTTP/1.1 299 Just So\nContent-Length: 0\n"))
  }

  @Test("in chunks, one for each step of bytes")
  func chunked() async throws {
    let script = Script(framing: .chunked, steps: [.text("hello"), .text(""), .repeating([0x2a], count: 17)])
    let text = try await answer(script)
    #expect(text.contains("\nTransfer-Encoding: chunked\n"))
    #expect(!text.contains("Content-Length"))
    #expect(text.hasSuffix("\n\n5\nhello\n11\n*****************\n0\n\n"))
  }

  @Test("until the connection closes, where it has no length or the client knows no chunks")
  func untilClose() async throws {
    let open = Script(framing: .untilClose, steps: [.text("all there is")])
    let text = try await answer(open, to: "GET / HTTP/1.1\nHost: x\n\n")
    #expect(text == "HTTP/1.1 200 OK\nConnection: close\n\nall there is")
    let chunked = Script(framing: .chunked, steps: [.text("old")])
    let old = try await answer(chunked, to: "GET / HTTP/1.0\nConnection: keep-alive\n\n")
    #expect(old == "HTTP/1.1 200 OK\nConnection: close\n\nold")
  }

  @Test("cut off, when it declares more than it sends")
  func declaresMore() async throws {
    let script = Script(framing: .length(100), steps: [.text("short")])
    let text = try await answer(script, to: "GET / HTTP/1.1\nHost: x\n\n")
    #expect(text == "HTTP/1.1 200 OK\nContent-Length: 100\n\nshort")
  }

  @Test("with bytes too many, when it declares less than it sends")
  func declaresLess() async throws {
    let text = try await answer(Script(framing: .length(2), steps: [.text("okay")]))
    #expect(text.contains("Content-Length: 2\n"))
    #expect(text.hasSuffix("\n\nokay"))
  }

  @Test("with its own framing headers, when it has them")
  func ownHeaders() async throws {
    let length = try await answer(Script(headers: ["content-length": "x"], steps: [.text("a")]))
    #expect(length == "HTTP/1.1 200 OK\ncontent-length: x\nConnection: close\n\na")
    let coding = try await answer(
      Script(headers: ["Transfer-Encoding": "chunked"], steps: [.text("zz\r\nnot a chunk")])
    )
    #expect(coding.hasSuffix("Transfer-Encoding: chunked\nConnection: close\n\nzz\nnot a chunk"))
  }

  @Test("without a head, when it is raw")
  func raw() async throws {
    let text = try await answer(.raw([.text("HTTP/9.9 no\r\n"), .bytes([0x0a])]), to: "GET / HTTP/1.1\n\n")
    #expect(text == "HTTP/9.9 no\n\n")
  }

  @Test("without content in answer to HEAD, but with its headers")
  func head() async throws {
    let text = try await answer(.ok("hello"), to: "HEAD / HTTP/1.1\nConnection: close\n\n")
    #expect(text.contains("Content-Length: 5\n"))
    #expect(text.hasSuffix("Connection: close\n\n"))
    let chunked = Script(framing: .chunked, steps: [.text("hello")])
    let none = try await answer(chunked, to: "HEAD / HTTP/1.1\nConnection: close\n\n")
    #expect(none == "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nConnection: close\n\n")
  }

  @Test("without content where the status has none", arguments: [204, 304])
  func emptyStatus(status: Int) async throws {
    let text = try await answer(.status(status, text: "never"))
    #expect(text.hasSuffix("Connection: close\n\n"))
    #expect(!text.contains("Content-Length"))
  }

  @Test("by the makers")
  func makers() async throws {
    let json = try await answer(.json("{}", headers: ["ETag": "\"1\""]))
    #expect(json.contains("\nETag: \"1\"\nContent-Type: application/json\nContent-Length: 2\n"))
    let text = try await answer(.ok("é"))
    #expect(text.contains("\nContent-Type: text/plain; charset=utf-8\nContent-Length: 2\n"))
    let bytes = try await answer(.ok([1, 2, 3]))
    #expect(bytes.contains("\nContent-Type: application/octet-stream\nContent-Length: 3\n"))
    let busy = try await answer(.status(503, headers: ["Retry-After": "1"], text: "busy"))
    #expect(busy.hasPrefix("HTTP/1.1 503 Service Unavailable\nRetry-After: 1\nContent-Length: 4\n"))
    let moved = try await answer(.redirect(to: "/b", status: 301))
    #expect(moved.hasPrefix("HTTP/1.1 301 Moved Permanently\nLocation: /b\n"))
  }
}

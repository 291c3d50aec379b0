import Foundation
import Testing

@Suite("HTTP as the server speaks it", .timeLimit(.minutes(1)))
struct HTTPTests {
  private func withServer(_ test: (RunningGallery) async throws -> Void) async throws {
    try await withGallery(respond: { .chart(for: $0) }, { gallery, _ in try await test(gallery) })
  }

  /// A request behind a chart's was never answered.
  @Test(
    "Requests behind one whose client is watched are answered in order",
    arguments: ["/api/music?limit=1", "/api/covers?count=1", "/api/library", "/nothing", "/"]
  )
  func pipelined(_ path: String) async throws {
    try await withServer { gallery in
      let lines = [path, "/health", path, "/health"].map { "GET \($0) HTTP/1.1\nHost: localhost\n" }
      let answer = try await gallery.exchange(lines.joined(separator: "\n") + "Connection: close\n\n")
      let answers = answer.text.split(separator: "HTTP/1.1 ")
      #expect(answers.count == 4)
      #expect(answers.enumerated().filter { $1.contains(#"{"status":"ok"}"#) }.map(\.offset) == [1, 3])
      #expect(answers.dropLast().allSatisfy { !$0.lowercased().contains("connection: close") })
    }
  }

  @Test("HTTP/1.0 is answered and closed, without chunks")
  func old() async throws {
    try await withServer { gallery in
      let answer = try await gallery.exchange("GET /health HTTP/1.0\nHost: localhost\n\n")
      #expect(answer.status == 200)
      #expect(answer.text.contains("connection: close") && answer.text.hasSuffix(#"{"status":"ok"}"#))
    }
  }

  private static let long = String(repeating: "a", count: 100_000)

  /// They were answered with nothing but a status, or with 500.
  @Test(
    "What cannot be read is a problem, and the connection closes",
    arguments: [
      ("nonsense\n\n", 400), ("\u{16}\u{3}\u{1}\u{2}\n", 400), ("GET / HTTP/1.1\nHost : a\n\n", 400),
      ("GET / HTTP/1.1\nHost: a\nContent-Length: x\n\n", 400),
      ("POST / HTTP/1.1\nHost: a\nContent-Length: 1\nTransfer-Encoding: chunked\n\n", 400),
      ("GET / HTTP/3.7\nHost: a\n\n", 505),
      ("GET / HTTP/1.1\nHost: a\nX: \(long)\n\n", 431), ("GET /\(long) HTTP/1.1\nHost: a\n\n", 431),
      ("GET / HTTP/1.1\n" + (1...2000).map { "X\($0): 1\n" }.joined() + "\n", 431),
    ]
  )
  func unreadable(_ text: String, _ status: Int) async throws {
    try await withServer { gallery in
      try expectProblem(try await gallery.exchange(text), status)
    }
  }

  /// The chunks were taken for the body, whatever it was compressed with.
  @Test(
    "A body in another coding than chunks is none that is read",
    arguments: ["gzip, chunked", "GZIP,chunked", "chunked, chunked"]
  )
  func coding(_ codings: String) async throws {
    try await withServer { gallery in
      let answer = try await gallery.exchange(
        "POST /api/photos HTTP/1.1\nHost: localhost\nContent-Type: application/json\n"
          + "Transfer-Encoding: \(codings)\n\n0\n\n"
      )
      try expectProblem(answer, codings.hasPrefix("chunked") ? 400 : 501)
    }
  }

  @Test("The server as a whole says what it can do")
  func options() async throws {
    try await withServer { gallery in
      let answer = try await gallery.exchange("OPTIONS *", host: "localhost")
      #expect(answer.status == 204)
      #expect(answer.text.contains("Allow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n"))
      #expect(try await gallery.exchange("OPTIONS *", host: "evil.example").status == 421)
    }
  }

  /// It was the server's fault (500), as if the client could try again.
  @Test("A chunk that is none is the client's fault, whoever reads it", arguments: ["photos", "models"])
  func badChunk(_ path: String) async throws {
    try await withServer { gallery in
      let answer = try await gallery.exchange(
        "POST /api/\(path) HTTP/1.1\nHost: localhost\nContent-Type: application/json\nTransfer-Encoding: chunked\n\nzz\n"
      )
      try expectProblem(answer, 400)
    }
  }

  @Test("A client that waits to be asked for a body is, but not by those who would not read it")
  func expectation() async throws {
    try await withServer { gallery in
      let head =
        "POST /api/photos HTTP/1.1\nHost: localhost\nExpect: 100-continue\nConnection: close\nContent-"
      let asked = try await gallery.exchange(
        head + "Type: application/json\nContent-Length: 11\n\n{\"urls\":[]}"
      )
      // The body comes with the head here, so that nobody need be asked, or after the asking.
      #expect(asked.text.contains("HTTP/1.1 202 Accepted"))
      for rest in [
        "Type: text/plain\nContent-Length: 5\n\n", "Type: application/json\nContent-Length: 9999999\n\n",
      ] {
        let answer = try await gallery.exchange(head + rest)
        #expect([413, 415].contains(answer.status))
      }
    }
  }

  @Test(
    "Another method than those that are answered is told which are",
    arguments: [
      ("PUT /api/music", 405, "GET, HEAD"), ("DELETE /api/photos", 405, "GET, HEAD, POST"),
      ("PATCH /api/photos/1", 405, "GET, HEAD, DELETE"), ("POST /", 405, "GET, HEAD"),
      ("POST /modules/main.js", 405, "GET, HEAD"), ("OPTIONS /api/models", 405, "GET, HEAD, POST"),
      ("TRACE /health", 405, "GET, HEAD"), ("PROPFIND /", 501, nil), ("POST /nothing", 404, nil),
    ]
  )
  func method(_ line: String, _ status: Int, _ allowed: String?) async throws {
    try await withServer { gallery in
      let answer = try await gallery.exchange(line, host: "localhost")
      try expectProblem(answer, status)
      if let allowed { #expect(answer.text.contains("Allow: \(allowed)\r\n")) }
    }
  }

  @Test("A problem leaves the connection open for the next request")
  func open() async throws {
    try await withServer { gallery in
      let answer = try await gallery.exchange(
        "GET /nothing HTTP/1.1\nHost: localhost\n\nGET /health HTTP/1.1\nHost: localhost\nConnection: close\n\n"
      )
      #expect(answer.status == 404 && answer.text.contains(#"{"status":"ok"}"#))
    }
  }

  private func expectProblem(_ answer: (status: Int, text: String), _ status: Int) throws {
    #expect(answer.status == status)
    #expect(answer.text.lowercased().contains("content-type: application/problem+json"))
    #expect(answer.text.lowercased().contains("connection: close"))
    #expect(answer.text.contains(#""status":\#(status)"#) && answer.text.contains(#""detail":"#))
  }
}

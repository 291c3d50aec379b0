import ErrandsUpstream
import Foundation
import Testing

// A page whose name was made to lead to this machine read the library, added to it, deleted from it, and had photos
// fetched from ports of loopback; a form on a page elsewhere started batches by plain text.
@Suite("Pages of other sites", .timeLimit(.minutes(1)))
struct OtherSiteTests {
  private func withServer(
    host: String = "127.0.0.1",
    publicURL: String? = nil,
    _ test: (RunningGallery) async throws -> Void
  ) async throws {
    try await withGallery {
      $0.host = host
      $0.publicURL = publicURL.flatMap { URL(string: $0) }
    } respond: {
      Script.photo(for: $0)
    } _: { gallery, _ in
      try await test(gallery)
    }
  }

  @Test(
    "A request for another host is refused, whatever it asks for",
    arguments: [
      "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "10.0.0.1", "[::1]", "localhost.evil",
    ],
    ["GET /", "GET /api/library", "POST /api/photos", "DELETE /api/photos/1", "GET /health", "GET /nothing"]
  )
  func misdirected(_ host: String, _ line: String) async throws {
    try await withServer { gallery in
      let answer = try await gallery.exchange(line, host: host)
      #expect(answer.status == 421)
      #expect(answer.text.contains("application/problem+json") && answer.text.contains("--public-url"))
    }
  }

  // Only `Host` was looked at: with one of this server's, a target of another server was answered.
  @Test(
    "A target that is a whole address says whom the request is for, whatever its Host says",
    arguments: [
      ("http://evil.example/health", "127.0.0.1", 421), ("http://127.0.0.1/health", "evil.example", 200),
      ("http://localhost:9?a=b", "localhost", 200), ("http://a@localhost/", "localhost", 400),
      ("http:///health", "localhost", 400),
    ]
  )
  func wholeAddress(_ target: String, _ host: String, _ status: Int) async throws {
    try await withServer { gallery in
      let answer = try await gallery.exchange("GET \(target)", host: host)
      #expect(answer.status == status)
    }
  }

  @Test(
    "A request that names no host, several or nonsense is no request",
    arguments: [
      "", "Host: 127.0.0.1\nHost: 127.0.0.1\n", "Host: \n", "Host: a@127.0.0.1\n", "Host: 127.0.0.1/x\n",
    ]
  )
  func noHost(_ fields: String) async throws {
    try await withServer { gallery in
      let answer = try await gallery.exchange("GET /health HTTP/1.1\n\(fields)Connection: close\n\n")
      #expect(answer.status == 400)
    }
  }

  @Test(
    "The server's own names are let in, with any port",
    arguments: ["127.0.0.1", "127.0.0.1:9", "localhost:8080", "LOCALHOST", "localhost.", "music.example:443"]
  )
  func ownNames(_ host: String) async throws {
    try await withServer(publicURL: "https://Music.example/gallery") { gallery in
      let answer = try await gallery.exchange("GET /health", host: host)
      #expect(answer.status == 200)
    }
  }

  @Test("One that listens on all addresses is asked for by any of them, and by no name")
  func allAddresses() async throws {
    try await withServer(host: "0.0.0.0") { gallery in
      for (host, status) in [("192.168.1.7:8080", 200), ("[fe80::1]", 200), ("evil.example", 421)] {
        let answer = try await gallery.exchange("GET /health", host: host)
        #expect(answer.status == status, "\(host)")
      }
    }
  }

  /// Where the connection is not secure a browser says nothing of where a request comes from but its origin.
  @Test(
    "A page of another origin changes nothing",
    arguments: [
      ("http://evil.example", 403), ("null", 403), ("http://127.0.0.1.evil.example", 403),
      ("http://127.0.0.1:1", 403),
      ("https://music.example", 202), ("http://music.example", 403), ("OWN", 202),
      // The scheme was not looked at: whatever has the same host and port was the page's own.
      ("https:OWN", 403), ("ftp:OWN", 403), ("chrome-extension:OWN", 403),
    ]
  )
  func origin(_ origin: String, _ status: Int) async throws {
    try await withServer(publicURL: "https://music.example/") { gallery in
      let own = gallery.address.replacing("http:", with: "")
      let fields = ["Origin": origin == "OWN" ? gallery.address : origin.replacing("OWN", with: own)]
      let answer = try await gallery.send("POST", "/api/photos", body: #"{"urls":[]}"#, fields: fields)
      #expect(answer.status == status)
      #expect(try await gallery.get("/health", fields: ["Origin": "http://evil.example"]).status == 200)
    }
  }

  @Test("What deletes something is JSON, too, though it has no body")
  func deletion() async throws {
    try await withServer { gallery in
      for path in ["/api/library/1", "/api/photos/1"] {
        let form = try await gallery.send("DELETE", path, fields: ["Content-Type": "text/plain"])
        #expect(form.status == 415)
        #expect(try form.problem().detail.contains("application/json"))
        #expect(try await gallery.exchange("DELETE \(path)", host: "127.0.0.1").status == 415)
        #expect(try await gallery.send("DELETE", path).status == 404)
      }
    }
  }

  @Test(
    "What a form can send is not read",
    arguments: [
      "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "nonsense",
    ]
  )
  func form(_ type: String) async throws {
    try await withServer { gallery in
      for path in ["/api/photos", "/api/models"] {
        let fields = ["Content-Type": type]
        let answer = try await gallery.send("POST", path, body: #"{"urls":[]}"#, fields: fields)
        #expect(answer.status == 415)
        #expect(try answer.problem().detail.contains("application/json"))
      }
      let fields = ["Content-Type": "application/json; charset=utf-8"]
      #expect(
        try await gallery.send("POST", "/api/photos", body: #"{"urls":[]}"#, fields: fields).status == 202
      )
    }
  }
}

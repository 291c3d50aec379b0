import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryConnections
import GalleryServer
import Testing

@Suite("Attacks on the password and on sessions", .timeLimit(.minutes(1)))
struct SessionAttackTests {
  private func withServer(
    configure: (inout GalleryServer.Configuration) -> Void = { _ in },
    _ test: (RunningGallery) async throws -> Void
  ) async throws {
    try await withGallery {
      $0.password = Password(words: "right")
      configure(&$0)
    } respond: {
      .chart(for: $0)
    } _: { gallery, _ in
      try await test(gallery)
    }
  }

  @Test("Who guesses is slowed down after a few, also where the guess is right then")
  func guessing() async throws {
    try await withServer { gallery in
      for number in 1...5 { #expect(try await gallery.login("guess \(number)").status == 401) }
      let slowed = try await gallery.login("right")
      #expect(slowed.status == 429)
      let wait = try #require(slowed.values(of: "Retry-After").first.flatMap { Int($0) })
      #expect((1...30).contains(wait))
      #expect(slowed.cookie.isEmpty)
      let page = try await gallery.ask("POST /login", RunningGallery.form, body: "password=right")
      #expect(page.status == 429)
      #expect(page.body.contains("Try again in"))
      #expect(try await gallery.ask("GET /metrics").status == 401)
    }
  }

  /// What watches a server has no session, and everybody would be let in to its figures who comes by the same proxy.
  @Test(
    "Who watches the server asks for what concerns that, and for nothing else, by an address that is its own"
  )
  func monitors() async throws {
    let proxied = "X-Forwarded-For: 203.0.113.7"
    func network(_ text: String) -> [IPNetwork] { [text].compactMap { IPNetwork($0) } }
    try await withServer(configure: { $0.monitors = network("127.0.0.0/8") }) {
      (gallery: RunningGallery) async throws in
      for path in ["/ready", "/metrics"] {
        #expect(try await gallery.ask("GET \(path)").status == 200)
        #expect(try await gallery.ask("HEAD \(path)").status == 200)
        #expect(try await gallery.ask("POST \(path)", RunningGallery.json).status == 405)
      }
      for path in [
        "/", "/api/loads", "/api/library", "/metrics/", "/metrics/x", "//metrics", "/%6Detrics", "/Metrics",
      ] {
        #expect(try await gallery.ask("GET \(path)").status != 200, "\(path)")
      }
      #expect(
        try await gallery.ask("GET /metrics", proxied).status == 200,
        "nobody trusts what it says of itself"
      )
    }
    try await withServer(configure: {
      $0.monitors = network("127.0.0.0/8")
      $0.connections.proxies = TrustedProxies(network("127.0.0.0/8"))
    }) { (gallery: RunningGallery) async throws in
      #expect(try await gallery.ask("GET /metrics", proxied).status == 401, "it comes by way of the proxy")
      // A proxy that writes one field hands on the other, and the address was the proxy's where neither was believed.
      for forged in ["Forwarded: for=unknown", "Forwarded: for=127.0.0.1", "Forwarded: nonsense"] {
        #expect(try await gallery.ask("GET /metrics", proxied, forged).status == 401, "\(forged)")
        #expect(try await gallery.ask("GET /metrics", forged).status == 401, "\(forged)")
      }
      #expect(try await gallery.ask("GET /metrics").status == 200, "it is the proxy’s machine itself")
    }
    try await withServer(configure: { $0.monitors = network("203.0.113.0/24") }) {
      (gallery: RunningGallery) async throws in
      #expect(try await gallery.ask("GET /metrics", proxied).status == 401, "anybody may say so")
    }
  }

  @Test("A hundred guesses at once are no more than as many")
  func guessingAtOnce() async throws {
    try await withServer { gallery in
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...100 { group.addTask { try await gallery.login("guess \(number)").status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 401 } == 5)
      #expect(statuses.count { $0 == 429 } == 95)
    }
  }

  @Test("One who guesses behind a proxy slows down nobody else behind it, whatever name it takes")
  func guessingByProxy() async throws {
    try await withServer(configure: {
      $0.connections.proxies = TrustedProxies(["127.0.0.0/8"].compactMap { IPNetwork($0) })
    }) {
      let gallery = $0
      for number in 1...5 {
        let made = "X-Forwarded-For: 198.51.100.\(number), 203.0.113.7"
        #expect(try await gallery.login("guess", made).status == 401)
      }
      #expect(try await gallery.login("guess", "X-Forwarded-For: 198.51.100.9, 203.0.113.7").status == 429)
      #expect(try await gallery.login("right", "X-Forwarded-For: 203.0.113.8").status == 204)
      // A field that the proxy does not write makes nobody another client.
      let forged = ["X-Forwarded-For: 203.0.113.7", "Forwarded: for=198.51.100.77"].joined(separator: "\n")
      for _ in 1...6 { _ = try await gallery.login("guess", forged) }
      #expect(try await gallery.login("guess", "X-Forwarded-For: 198.51.100.77").status == 401)
    }
  }

  @Test("Without a proxy that is trusted, what a client says of itself gives it no guess more")
  func spoofing() async throws {
    try await withServer { (gallery) async throws in
      for number in 1...5 {
        #expect(try await gallery.login("guess", "X-Forwarded-For: 198.51.100.\(number)").status == 401)
      }
      for field in [
        "X-Forwarded-For: 198.51.100.9", "Forwarded: for=198.51.100.9", "X-Real-IP: 198.51.100.9",
      ] {
        #expect(try await gallery.login("guess", field).status == 429)
      }
    }
  }

  @Test("A token that somebody else has chosen never becomes a session")
  func fixation() async throws {
    try await withServer { gallery in
      let planted = "gallery-session=\(String(repeating: "A", count: 43))"
      let entered = try await gallery.login("right", "Cookie: \(planted)")
      #expect(entered.status == 204)
      #expect(!entered.cookie.contains(planted))
      #expect(try await gallery.ask("GET /api/library", "Cookie: \(planted)").status == 401)
    }
  }

  @Test("Each login begins another session, and ends the one that was there before")
  func renewal() async throws {
    try await withServer { gallery in
      let first = try await gallery.login("right").cookie
      let second = try await gallery.login("right", "Cookie: \(first)").cookie
      #expect(first != second)
      #expect(try await gallery.ask("GET /api/library", "Cookie: \(first)").status == 401)
      #expect(try await gallery.ask("GET /api/library", "Cookie: \(second)").status == 200)
      let third = try await gallery.login("right").cookie
      #expect(
        try await gallery.ask("GET /api/library", "Cookie: \(second)").status == 200,
        "another browser’s"
      )
      #expect(try await gallery.ask("GET /api/library", "Cookie: \(third)").status == 200)
    }
  }

  @Test("A stolen cookie is of no use once its session is ended")
  func theft() async throws {
    try await withServer { gallery in
      let cookie = try await gallery.login("right").cookie
      let stolen = cookie
      #expect(try await gallery.ask("POST /logout", RunningGallery.json, "Cookie: \(cookie)").status == 204)
      #expect(try await gallery.ask("GET /api/library", "Cookie: \(stolen)").status == 401)
      #expect(try await gallery.ask("GET /", "Cookie: \(stolen)").location == "/login")
    }
  }

  @Test(
    "No spelling of an address that is open leads to one that is not",
    arguments: [
      "//api/library", "/api//library", "/health/../api/library", "/login/../api/library",
      "/health/%2e%2e/api/library",
      "/./api/library", "/api/library/", "/api%2Flibrary", "/%61pi/library", "/health//", "/login/",
      "/logout/..",
      "/styles/login.css/../../api/library", "http://localhost/api/library", "/styles%2Flogin.css",
      "/;/api/library",
    ]
  )
  func spelling(_ path: String) async throws {
    try await withServer { gallery in
      let answer = try await gallery.ask("GET \(path)")
      #expect(answer.status == 401)
      #expect(answer.body.contains("POST /login"))
    }
  }

  @Test(
    "The login leads nowhere but to the page",
    arguments: [
      "?//evil.example", "?next=https://evil.example/", "?screen=%0d%0aSet-Cookie:a=b",
      "?\"><script>alert(1)</script>",
      "?a='", "?\\\\evil.example",
    ]
  )
  func openRedirect(_ query: String) async throws {
    try await withServer { gallery in
      let form = try await gallery.ask("POST /login\(query)", RunningGallery.form, body: "password=right")
      #expect(form.status == 303)
      let location = try #require(form.location)
      #expect(location == "/" || location.hasPrefix("/?"))
      #expect(form.values(of: "Set-Cookie").count == 2)
      let page = try await gallery.ask("GET /login\(query)")
      #expect(!page.body.contains("<script>"))
      let addresses = page.body.matches(of: /(?:href|src|action)="([^"]*)"/).map { String($0.1) }
      #expect(addresses.count == 7)
      let own = /(?:icon\.svg|(?:styles|modules)\/[a-z\-]+\.(?:css|js)|login(?:\?[^"]*)?)/
      #expect(addresses.allSatisfy { $0.wholeMatch(of: own) != nil }, "\(addresses)")
    }
  }

  @Test("A page of another site begins no session and ends none")
  func otherSite() async throws {
    try await withServer { gallery in
      let cookie = try await gallery.login("right").cookie
      for origin in ["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"] {
        #expect(try await gallery.login("right", origin).status == 403)
        #expect(
          try await gallery.ask("POST /logout", RunningGallery.json, "Cookie: \(cookie)", origin).status
            == 403
        )
      }
      #expect(try await gallery.ask("GET /api/library", "Cookie: \(cookie)").status == 200)
    }
  }
}

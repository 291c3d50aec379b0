import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryServer
import Testing

@Suite("A server with a password", .timeLimit(.minutes(1)))
struct LoginTests {
  private let words = "mèo con & 3 +"

  private func withServer(
    configure: (inout GalleryServer.Configuration) -> Void = { _ in },
    _ test: (RunningGallery) async throws -> Void
  ) async throws {
    try await withGallery {
      $0.password = Password(words: words)
      configure(&$0)
    } respond: {
      .chart(for: $0)
    } _: { gallery, _ in
      try await test(gallery)
    }
  }

  @Test(
    "Nothing but whether it lives, the login and its looks is there for one without a session",
    arguments: [
      ("GET /health", 200), ("GET /login", 200), ("HEAD /login", 200), ("GET /styles/login.css", 200),
      ("GET /styles/base.css", 200), ("GET /styles/shell.css", 200), ("GET /modules/first-paint.js", 200),
      ("GET /icon.svg", 200), ("GET /api/music", 401), ("GET /api/library", 401), ("GET /api/events", 401),
      ("GET /api/loads", 401), ("GET /metrics", 401), ("GET /ready", 401), ("GET /modules/main.js", 401),
      ("GET /styles/gifs.css", 401), ("GET /nothing", 401), ("GET /image/x/y", 401),
      ("GET /openapi.json", 401),
      ("DELETE /api/library/1", 401), ("POST /api/photos", 401), ("PUT /nothing", 401),
    ]
  )
  func closed(_ line: String, _ status: Int) async throws {
    try await withServer { gallery in
      let answer = try await gallery.ask(line, RunningGallery.json)
      #expect(answer.status == status)
      guard status == 401 else { return }
      #expect(answer.values(of: "Content-Type") == ["application/problem+json"])
      #expect(answer.values(of: "WWW-Authenticate").count == 1)
      #expect(answer.body.contains("POST /login"))
    }
  }

  @Test("A page is led to the login, and from there back to what it would have shown")
  func page() async throws {
    try await withServer { gallery in
      let sent = try await gallery.ask("GET /?screen=gifs&q=m%C3%A8o")
      #expect(sent.status == 303)
      #expect(sent.location == "/login?screen=gifs&q=m%C3%A8o")
      let login = try await gallery.ask("GET /login?screen=gifs&q=m%C3%A8o")
      #expect(login.body.contains(#"action="login?screen=gifs&amp;q=m%C3%A8o""#))
      let entered = try await gallery.ask(
        "POST /login?screen=gifs&q=m%C3%A8o",
        RunningGallery.form,
        body: "password=m%C3%A8o+con+%26+3+%2B"
      )
      #expect(entered.status == 303)
      #expect(entered.location == "/?screen=gifs&q=m%C3%A8o")
      let page = try await gallery.ask("GET /?screen=gifs", "Cookie: \(entered.cookie)")
      #expect(page.status == 200)
      #expect(page.body.contains("<title>Gallery</title>"))
    }
  }

  // It alone came without a line that says what it is.
  @Test("What is counted of logins is explained")
  func counted() async throws {
    let here = try #require(IPNetwork("127.0.0.1"))
    try await withServer(configure: { $0.monitors = [here] }) { (gallery: RunningGallery) async throws in
      _ = try await gallery.ask("POST /login", RunningGallery.form, body: "password=wrong")
      let metrics = try await gallery.ask("GET /metrics").body
      #expect(metrics.contains(#"gallery_logins_total{outcome="wrong"} 1"#))
      #expect(metrics.contains("# HELP gallery_logins_total "))
    }
  }

  // The page came in the browser's language all the same.
  @Test("The language that was chosen at the login goes along to the page")
  func language() async throws {
    try await withServer { gallery in
      let login = try await gallery.ask("GET /login?screen=gifs&language=vi")
      #expect(login.body.contains(#"action="login?screen=gifs&amp;language=vi""#))
      let (form, password) = (RunningGallery.form, "password=m%C3%A8o+con+%26+3+%2B")
      let entered = try await gallery.ask("POST /login?screen=gifs&language=vi", form, body: password)
      #expect(entered.location == "/?screen=gifs&language=vi")
      let unknown = try await gallery.ask("POST /login?language=%22%3E", form, body: password)
      #expect(unknown.location == "/")
    }
  }

  @Test("A session is a cookie that no script reads and no other site sends along")
  func cookie() async throws {
    try await withServer { gallery in
      let answer = try await gallery.login(words)
      #expect(answer.status == 204)
      #expect(answer.values(of: "Cache-Control") == ["no-store"])
      let cookies = answer.values(of: "Set-Cookie")
      let session = try #require(cookies.first { $0.hasPrefix("gallery-session=") })
      #expect(session.hasSuffix("; HttpOnly; Path=/; Max-Age=2592000; SameSite=Lax"))
      #expect(session.prefix { $0 != ";" }.count == "gallery-session=".count + 43, "256 bits")
      let mark = try #require(cookies.first { $0.hasPrefix("gallery-signed-in=") })
      #expect(mark == "gallery-signed-in=1; Path=/; Max-Age=2592000; SameSite=Lax")
      #expect(try await gallery.ask("GET /api/music", "Cookie: a=b; \(answer.cookie)").status == 200)
    }
  }

  @Test("Where people come by https, the cookie goes over nothing else, and stays below the prefix")
  func secureCookie() async throws {
    try await withServer(configure: { $0.publicURL = URL(string: "https://music.example/gallery/") }) {
      let cookies = try await $0.login(words).values(of: "Set-Cookie")
      #expect(cookies.count == 2)
      #expect(cookies.allSatisfy { $0.contains("; Path=/gallery; ") && $0.hasSuffix("; Secure") })
    }
  }

  @Test("A session that is ended is dead, and its streams of events end with it")
  func logout() async throws {
    try await withServer { gallery in
      let cookie = try await gallery.login(words).cookie
      let stream = try await gallery.open("/api/events", fields: ["Cookie": cookie])
      #expect(stream.head.status == 200)
      let ended = try await gallery.ask("POST /logout", RunningGallery.json, "Cookie: \(cookie)")
      #expect(ended.status == 204)
      #expect(ended.values(of: "Set-Cookie").allSatisfy { $0.contains("Max-Age=0") })
      #expect(try await gallery.ask("GET /api/library", "Cookie: \(cookie)").status == 401)
      // It would go on until the client leaves.
      await #expect(throws: (any Error).self) { for try await _ in stream.body {} }
    }
  }

  /// A proxy gives a connection to one client after the other: the next ones were shut out when the first one's session ended.
  @Test("What was asked by HEAD on a connection does not end that connection with its session")
  func head() async throws {
    try await withServer { gallery in
      let (first, second) = (try await gallery.login(words).cookie, try await gallery.login(words).cookie)
      let head = "HEAD /api/events HTTP/1.1\nHost: localhost\nCookie: \(first)\n\n"
      let next = "GET /api/library HTTP/1.1\nHost: localhost\nCookie: \(second)\nConnection: close\n\n"
      let answers = try await gallery.exchange(head, then: next) {
        let ended = try await gallery.ask("POST /logout", RunningGallery.json, "Cookie: \(first)")
        #expect(ended.status == 204)
      }
      #expect(answers.first.hasPrefix("HTTP/1.1 200"))
      #expect(answers.next.hasPrefix("HTTP/1.1 200"), "\(answers.next.prefix(300))")
    }
  }

  @Test("A session ends when its time is over, also where nothing but its stream of events is left")
  func lifetime() async throws {
    try await withServer(configure: {
      $0.sessionLifetime = .seconds(2)
      $0.heartbeat = .milliseconds(20)
    }) { gallery in
      var cookie = try await gallery.login(words).cookie
      var stream = try await gallery.open("/api/events", fields: ["Cookie": cookie])
      // On a busy machine its time may be over before the stream is asked for.
      while stream.head.status == 401 {
        cookie = try await gallery.login(words).cookie
        stream = try await gallery.open("/api/events", fields: ["Cookie": cookie])
      }
      #expect(stream.head.status == 200)
      let body = stream.body
      await #expect(throws: (any Error).self) { for try await _ in body {} }
      let late = try await gallery.ask("GET /api/library", "Cookie: \(cookie)")
      #expect(late.status == 401)
    }
  }

  @Test("What is given in a session is kept by no cache of others")
  func caching() async throws {
    try await withServer { gallery in
      let cookie = try await gallery.login(words).cookie
      let page = try await gallery.ask("GET /modules/main.js", "Cookie: \(cookie)")
      #expect(page.values(of: "Cache-Control") == ["private, no-cache"])
      let music = try await gallery.ask("GET /api/music", "Cookie: \(cookie)")
      #expect(music.values(of: "Cache-Control") == ["no-store"])
    }
  }

  @Test(
    "What is no password in a form that is read is told what is",
    arguments: [
      ("application/json", "{", 400), ("application/json", "[]", 422),
      ("application/json", #"{"password":7}"#, 422),
      ("text/plain", "password=x", 415), ("application/json", #"{"password":""}"#, 401),
      ("application/x-www-form-urlencoded", "pass=x", 401),
      ("application/json", #"{"password":"\#(String(repeating: "x", count: 9000))"}"#, 413),
      ("application/json", #"{"password":"\#(String(repeating: "x", count: 2000))"}"#, 401),
    ]
  )
  func nonsense(_ type: String, _ body: String, _ status: Int) async throws {
    try await withServer { gallery in
      let answer = try await gallery.ask("POST /login", "Content-Type: \(type)", body: body)
      #expect(answer.status == status)
      #expect(answer.values(of: "Set-Cookie").isEmpty)
    }
  }

  @Test(
    "The page says in the reader's language what was wrong",
    arguments: [
      ("", "Accept-Language: en-GB", "en", "That is not the password."),
      ("", "Accept-Language: fr, vi;q=0.8, en;q=0.5", "vi", "Mật khẩu không đúng."),
      ("?language=vi", "Accept-Language: en", "vi", "Mật khẩu không đúng."),
    ]
  )
  func complaint(_ query: String, _ accepted: String, _ language: String, _ sentence: String) async throws {
    try await withServer { gallery in
      let answer = try await gallery.ask(
        "POST /login\(query)",
        accepted,
        RunningGallery.form,
        body: "password=x"
      )
      #expect(answer.status == 401)
      #expect(answer.body.contains(#"<html lang="\#(language)">"#) && answer.body.contains(sentence))
      #expect(answer.values(of: "Content-Security-Policy").first?.contains("default-src 'self'") == true)
      #expect(!answer.body.contains("style=") && !answer.body.contains("<script>"))
      // Browsers sent the form with `Origin: null`, which was refused.
      #expect(answer.body.contains(#"<meta name="referrer" content="same-origin">"#))
    }
  }

  @Test("Who has a session and asks for the login is led to the page")
  func alreadyIn() async throws {
    try await withServer { gallery in
      let cookie = try await gallery.login(words).cookie
      let answer = try await gallery.ask("GET /login?screen=gifs", "Cookie: \(cookie)")
      #expect(answer.status == 303)
      #expect(answer.location == "/?screen=gifs")
    }
  }

  @Test("Without a password there is no login")
  func none() async throws {
    try await withGallery(respond: { .chart(for: $0) }) { (gallery, _) async throws in
      #expect(try await gallery.ask("GET /login").status == 404)
      #expect(try await gallery.login("").status == 404)
      #expect(try await gallery.ask("GET /").status == 200)
    }
  }
}

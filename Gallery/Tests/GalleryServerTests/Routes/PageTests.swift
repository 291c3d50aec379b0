import Testing

@Suite("The page and the server's health", .timeLimit(.minutes(1)))
struct PageTests {
  private func withPage(_ test: (RunningGallery) async throws -> Void) async throws {
    try await withGallery(respond: { _ in .status(404) }) { gallery, _ in try await test(gallery) }
  }

  @Test("It says that it is well, to HEAD too")
  func health() async throws {
    try await withPage { gallery in
      let answer = try await gallery.get("/health")
      #expect(answer.status == 200)
      #expect(answer.text == #"{"status":"ok"}"#)
      let head = try await gallery.get("/health", method: .head)
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
    }
  }

  @Test(
    "The page's files come with the types that a browser insists on",
    arguments: [
      ("/", "text/html", "<!doctype html>"), ("/modules/main.js", "text/javascript", "import "),
      ("/styles/base.css", "text/css", "{"), ("/icon.svg", "image/svg+xml", "<svg"),
      ("/manifest.webmanifest", "application/manifest+json", "\"name\""),
    ]
  )
  func files(_ path: String, _ type: String, _ content: String) async throws {
    try await withPage { gallery in
      let answer = try await gallery.get(path)
      #expect(answer.status == 200)
      #expect(answer.fields["Content-Type"]?.hasPrefix(type) == true, "\(answer.fields)")
      #expect(answer.text.contains(content))
      #expect(answer.fields["Content-Security-Policy"]?.contains("default-src 'self'") == true)
      #expect(answer.fields["X-Content-Type-Options"] == "nosniff")
      #expect(answer.fields["Referrer-Policy"] == "no-referrer")
    }
  }

  /// Kept without asking, an old module would be run beside a new one after an update.
  @Test("A browser asks for a file again each time, and gets it only if it has changed")
  func revalidates() async throws {
    try await withPage { gallery in
      let answer = try await gallery.get("/styles/base.css")
      #expect(answer.fields["Cache-Control"] == "no-cache")
      let tag = try #require(answer.fields["ETag"])
      let again = try await gallery.get("/styles/base.css", fields: ["If-None-Match": tag])
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
    }
  }

  // What lay behind the end was answered with a negative length, and the last bytes with the first.
  @Test(
    "A part of a file is the part that was asked for, as with images",
    arguments: [
      ("bytes=0-4", 206, 0..<5), ("bytes=-5", 206, -5..<0), ("bytes=5-", 206, 5..<Int.max),
      ("bytes=99999999-", 416, 0..<0), ("bytes=-0", 416, 0..<0), ("bytes=5-2", 200, 0..<Int.max),
      ("lines=1-2", 200, 0..<Int.max), ("bytes=99999999999999999999-", 416, 0..<0),
      ("bytes=5-99999999999999999999", 206, 5..<Int.max),
    ]
  )
  func ranges(_ range: String, _ status: Int, _ part: Range<Int>) async throws {
    try await withPage { gallery in
      let whole = try await gallery.get("/styles/base.css").body
      let answer = try await gallery.get("/styles/base.css", fields: ["Range": range])
      #expect(answer.status == status)
      if status == 416 {
        #expect(answer.fields["Content-Range"] == "bytes */\(whole.count)")
        _ = try answer.problem()
      } else {
        let (first, end) =
          part.lowerBound < 0 ? (whole.count - 5, whole.count) : (part.lowerBound, part.upperBound)
        #expect(answer.body == whole[first..<min(end, whole.count)])
      }
      let head = try await gallery.get("/styles/base.css", method: .head, fields: ["Range": range])
      #expect(head.status == 200 && head.body.isEmpty)
      #expect(head.fields["Content-Length"] == "\(whole.count)")
    }
  }

  /// A browser takes what follows two slashes for a host.
  @Test(
    "No address leads to another host",
    arguments: ["//modules", "/%2fmodules", "//evil.example/", "/modules"]
  )
  func redirects(_ path: String) async throws {
    try await withPage { gallery in
      let answer = try await gallery.exchange("GET \(path)", host: "127.0.0.1")
      #expect(answer.status == 404)
      #expect(!answer.text.lowercased().contains("location:"))
    }
  }

  @Test("What is not there is a problem that says so", arguments: ["/nothing", "/api/nothing", "/modules/"])
  func nothing(_ path: String) async throws {
    try await withPage { gallery in
      let answer = try await gallery.get(path)
      #expect(answer.status == 404)
      _ = try answer.problem()
      #expect(answer.fields["Content-Security-Policy"] != nil)
      let head = try await gallery.get(path, method: .head)
      #expect(head.status == 404)
      #expect(head.body.isEmpty)
    }
  }

  @Test(
    "Nothing outside the page's folder is to be had",
    arguments: [
      "/../Package.swift", "/%2e%2e/Package.swift", "/modules/..%2f..%2fPackage.swift", "/%00", "/%zz",
    ]
  )
  func outside(_ path: String) async throws {
    try await withPage { gallery in
      let answer = try await gallery.get(path)
      #expect((400...404).contains(answer.status))
      _ = try answer.problem()
      #expect(!answer.text.contains("swift-tools-version"))
    }
  }

  /// A file's name ends at its first NUL for the system, so the module was served as a style sheet.
  @Test(
    "A control character in an address is refused",
    arguments: ["/modules/main.js%00.css", "/%0A", "/%7F"]
  )
  func controlCharacter(_ path: String) async throws {
    try await withPage { gallery in
      let answer = try await gallery.get(path)
      #expect(answer.status == 400)
      #expect(try answer.problem().detail.contains("control character"))
    }
  }

  @Test("Each request is a line of the log")
  func log() async throws {
    try await withPage { gallery in
      _ = try await gallery.get("/health")
      _ = try await gallery.get("/nothing?secret=1")
      let lines = [try await gallery.log.event(1), try await gallery.log.event(2)]
      #expect(lines.map(\.path) == ["/health", "/nothing"])
      #expect(lines.map(\.status) == [200, 404])
      #expect(lines.map(\.method) == ["GET", "GET"])
    }
  }
}

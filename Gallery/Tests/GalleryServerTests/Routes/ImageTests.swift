import ErrandsImages
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("GET /image/…", .timeLimit(.minutes(1)))
struct ImageTests {
  private static let picture = Script.ok(Array("0123456789".utf8), contentType: "image/png")

  /// Runs a test with the signed address of a cover that the upstream answers in this way.
  private func withCover(
    _ script: Script = picture,
    _ test: (RunningGallery, ScriptedUpstream, String) async throws -> Void
  ) async throws {
    try await withGallery(respond: Script.chart(withCover: script)) { gallery, upstream in
      let chart = try await gallery.get("/api/music").json(ChartReply.self)
      let address = try #require(chart.items.first?.artworkURL)
      try await test(gallery, upstream, address)
    }
  }

  @Test("A signed cover is served, in the size that the page shows, and may be kept")
  func served() async throws {
    try await withCover { gallery, upstream, address in
      let answer = try await gallery.get(address)
      #expect(answer.status == 200)
      #expect(answer.text == "0123456789")
      #expect(answer.fields["Content-Type"] == "image/png")
      #expect(answer.fields["Cache-Control"]?.contains("immutable") == true)
      #expect(try await upstream.request(2).path == "/cover/400x400bb.png")
    }
  }

  /// Half a picture was kept, and given to everybody under the tag of the whole.
  @Test("Half a picture whose server says that this is all is given to nobody, and is not kept")
  func half() async throws {
    let half = Script.ok(
      [0xFF, 0xD8, 0xFF, 0xDA, 0xFF],
      contentType: "image/jpeg",
      headers: ["ETag": "\"1\""]
    )
    let asked = Events<String>()
    let respond: @Sendable (RecordedRequest) async throws -> Script = { request in
      if request.path.hasPrefix("/cover/") { asked.record(request.path) }
      return Script.chart(withCover: asked.count < 2 ? half : .photo)(request)
    }
    try await withGallery(respond: respond) { gallery, _ in
      let chart = try await gallery.get("/api/music").json(ChartReply.self)
      let address = try #require(chart.items.first?.artworkURL)
      #expect(try await gallery.get(address).status == 502)
      #expect(try await gallery.get(address).body == Data([0xFF, 0xD8, 0xFF, 0xDA, 0xFF, 0xD9]))
      #expect(asked.count == 2)
    }
  }

  @Test("Who has it already is told so, also through a proxy that weakened the tag")
  func notModified() async throws {
    try await withCover { gallery, _, address in
      let tag = try #require(try await gallery.get(address).fields["ETag"])
      #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""), "a strong tag")
      for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
        let answer = try await gallery.get(address, fields: ["If-None-Match": known])
        #expect(answer.status == 304)
        #expect(answer.body.isEmpty)
        #expect(answer.fields["ETag"] == tag)
      }
      #expect(try await gallery.get(address, fields: ["If-None-Match": "\"other\""]).status == 200)
    }
  }

  @Test("HEAD is answered with everything but the bytes")
  func head() async throws {
    try await withCover { gallery, _, address in
      let answer = try await gallery.get(address, method: .head)
      #expect(answer.status == 200)
      #expect(answer.body.isEmpty)
      #expect(answer.fields["Content-Length"] == "10")
      #expect(answer.fields["ETag"] != nil)
    }
  }

  @Test(
    "A part is to be had by itself",
    arguments: [
      ("bytes=2-4", "234", "bytes 2-4/10"), ("bytes=7-", "789", "bytes 7-9/10"),
      ("bytes=-2", "89", "bytes 8-9/10"), ("bytes=5-99", "56789", "bytes 5-9/10"),
      ("bytes=-99", "0123456789", "bytes 0-9/10"),
    ]
  )
  func part(_ range: String, _ text: String, _ contentRange: String) async throws {
    try await withCover { gallery, _, address in
      let answer = try await gallery.get(address, fields: ["Range": range])
      #expect(answer.status == 206)
      #expect(answer.text == text)
      #expect(answer.fields["Content-Range"] == contentRange)
    }
  }

  @Test(
    "A range that means nothing here is answered with the whole",
    arguments: ["bytes=4-2", "bytes=-", "bytes=1-2,4-5", "lines=1-2", "bytes=a-b"]
  )
  func whole(_ range: String) async throws {
    try await withCover { gallery, _, address in
      let answer = try await gallery.get(address, fields: ["Range": range])
      #expect(answer.status == 200)
      #expect(answer.text == "0123456789")
    }
  }

  @Test("A range behind the end is refused; one of a picture that has changed gives the whole")
  func rangeConditions() async throws {
    try await withCover { gallery, _, address in
      let behind = try await gallery.get(address, fields: ["Range": "bytes=10-"])
      #expect(behind.status == 416)
      #expect(behind.fields["Content-Range"] == "bytes */10")
      let changed = try await gallery.get(address, fields: ["Range": "bytes=2-4", "If-Range": "\"old\""])
      #expect(changed.status == 200)
      let tag = try #require(changed.fields["ETag"])
      let same = try await gallery.get(address, fields: ["Range": "bytes=2-4", "If-Range": tag])
      #expect(same.status == 206)
    }
  }

  @Test("A picture is answered if it is the one that is asked for, and that by its own tag only")
  func precondition() async throws {
    try await withCover { gallery, _, address in
      let tag = try #require(try await gallery.get(address).fields["ETag"])
      for (condition, status) in [
        (tag, 200), ("\"old\", \(tag)", 200), ("*", 200), ("\"old\"", 412), ("W/\(tag)", 412),
      ] {
        let answer = try await gallery.get(address, fields: ["If-Match": condition])
        #expect(answer.status == status, "\(condition)")
        if status == 412 { #expect(try answer.problem().detail.contains("If-Match")) }
      }
    }
  }

  /// Without the signature, anybody could have this server fetch whatever it can reach.
  @Test("An address that the server did not sign is refused, and nothing is fetched")
  func tampered() async throws {
    try await withCover { gallery, upstream, address in
      let segments = address.split(separator: "/").map(String.init)
      try #require(segments.count == 3)
      let other = Data(upstream.url("/secret").absoluteString.utf8).base64EncodedString()
        .replacingOccurrences(of: "=", with: "")
      let flipped = (segments[1].first == "A" ? "B" : "A") + segments[1].dropFirst()
      for path in ["/image/\(flipped)/\(segments[2])", "/image/\(segments[1])/\(other)", "/image/x/y"] {
        let answer = try await gallery.get(path)
        #expect(answer.status == 403)
        _ = try answer.problem()
      }
      #expect(upstream.requestCount == 1, "only the chart")
    }
  }

  /// Served from the server's own origin, a script in it would run as the page's own.
  @Test(
    "What is no picture, or one that can hold a script, is not passed on",
    arguments: ["text/html", "image/svg+xml", "IMAGE/SVG+XML; charset=utf-8", "application/json", ""]
  )
  func noPicture(_ type: String) async throws {
    let script = Script.ok(Array("<script>alert(1)</script>".utf8), contentType: type)
    try await withCover(script) { gallery, _, address in
      let answer = try await gallery.get(address)
      #expect(answer.status == 502)
      #expect(try answer.problem().detail.contains("not a picture"))
      #expect(!answer.text.contains("alert"))
    }
  }

  @Test("A cover that the upstream does not have is a 404")
  func missing() async throws {
    try await withCover(.status(404)) { gallery, _, address in
      let answer = try await gallery.get(address)
      #expect(answer.status == 404)
      _ = try answer.problem()
    }
  }

  @Test(
    "A picture is given as it is to a client that takes its format, and else in one that it takes",
    arguments: [
      (nil, "image/jpeg"), ("*/*", "image/jpeg"), ("image/jpeg;q=0.1,image/webp", "image/jpeg"),
      ("image/webp", "image/webp"), ("image/png,image/webp;q=0.5", "image/png"),
      ("image/jpeg;q=0,*/*", "image/png"),
      ("text/html", "image/jpeg"),
    ] as [(String?, String)]
  )
  func negotiated(_ accept: String?, _ type: String) async throws {
    let jpeg = Array(try await Script.coverBytes.value)
    try await withCover(.ok(jpeg, contentType: "image/jpeg")) { gallery, _, address in
      let answer = try await gallery.get(address, fields: accept.map { ["Accept": $0] } ?? [:])
      #expect(answer.status == 200)
      #expect(answer.fields["Content-Type"] == type)
      #expect(answer.fields["Vary"] == "Accept")
      #expect(ImageFormat(sniffing: answer.body)?.mediaType == type)
      // As it is, to the byte.
      if type == "image/jpeg" { #expect(Array(answer.body) == jpeg) }
      let tag = try #require(answer.fields["ETag"])
      var fields: HTTPFields = ["If-None-Match": tag]
      fields["Accept"] = accept
      #expect(try await gallery.get(address, fields: fields).status == 304)
    }
  }
}

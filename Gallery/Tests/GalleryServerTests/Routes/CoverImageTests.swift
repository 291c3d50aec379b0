import ErrandsImages
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryConnections
import Testing

@Suite("GET /image/… of a cover", .timeLimit(.minutes(1)))
struct CoverImageTests {
  private func withCover(
    _ filter: String = "none",
    respond: @escaping @Sendable (RecordedRequest) async throws -> Script = Script.covers,
    limit: Int = 32,
    _ test: (RunningGallery, ScriptedUpstream, CoversReply.Cover) async throws -> Void
  ) async throws {
    try await withCovers(configure: { $0.imageLimit = limit }, respond: respond) { gallery, upstream in
      let slice = try await gallery.get("/api/covers?count=2&filter=\(filter)").json(CoversReply.self)
      try await test(gallery, upstream, try #require(slice.covers.first))
    }
  }

  @Test("It has the size that it is asked for in, and may be kept")
  func sizes() async throws {
    try await withCover { gallery, upstream, cover in
      for size in cover.sizes {
        let answer = try await gallery.get(size.image)
        #expect(answer.status == 200)
        #expect(answer.fields["Content-Type"] == "image/jpeg")
        #expect(answer.fields["Cache-Control"]?.contains("immutable") == true)
        let info = try await ImageInfo(reading: answer.body)
        #expect((info.width, info.height) == (size.width, size.height))
      }
      #expect(try await upstream.request(2).path == "/covers/0.jpg")
    }
  }

  @Test("Each filter makes another picture")
  func filters() async throws {
    var seen: Set<Data> = []
    for filter in ["none", "sepia", "mono", "blur"] {
      try await withCover(filter) { gallery, _, cover in
        seen.insert(try await gallery.get(cover.image).body)
      }
    }
    #expect(seen.count == 4)
  }

  @Test(
    "Who takes WebP gets WebP, and a cache is told that this decides",
    arguments: [
      ("image/avif,image/webp,*/*;q=0.8", "image/webp"), ("image/webp", "image/webp"),
      ("IMAGE/WEBP; q=0.3", "image/webp"), ("image/webp;q=0", "image/jpeg"), ("*/*", "image/jpeg"),
      ("image/*", "image/jpeg"), ("image/png", "image/jpeg"),
    ]
  )
  func negotiated(_ accept: String, _ type: String) async throws {
    try await withCover { gallery, _, cover in
      let answer = try await gallery.get(cover.image, fields: ["Accept": accept])
      #expect(answer.fields["Content-Type"] == type)
      #expect(answer.fields["Vary"] == "Accept")
      #expect(ImageFormat(sniffing: answer.body)?.mediaType == type)
    }
  }

  @Test("Tags, HEAD and ranges work as for any picture")
  func conditions() async throws {
    try await withCover { gallery, _, cover in
      let whole = try await gallery.get(cover.image)
      let tag = try #require(whole.fields["ETag"])
      #expect(tag.hasPrefix("\""))
      let known = try await gallery.get(cover.image, fields: ["If-None-Match": tag])
      #expect(known.status == 304)
      #expect(known.body.isEmpty)
      #expect(known.fields["Vary"] == "Accept")
      let other = try await gallery.get(cover.image, fields: ["If-None-Match": tag, "Accept": "image/webp"])
      #expect(other.status == 200, "another format is another picture")
      #expect(other.fields["ETag"] != tag)
      let head = try await gallery.get(cover.image, method: .head)
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(head.fields["Content-Length"] == "\(whole.body.count)")
      let part = try await gallery.get(cover.image, fields: ["Range": "bytes=0-3"])
      #expect(part.status == 206)
      #expect(part.body == whole.body.prefix(4))
    }
  }

  /// Whoever could change the size could have the server compute whatever it takes to bring it down.
  @Test("An address that was changed in any part is refused, and nothing is fetched")
  func tampered() async throws {
    try await withCover { gallery, upstream, cover in
      let segments = cover.image.split(separator: "/").map(String.init)
      try #require(segments.count == 4)
      let flipped = (segments[1].first == "A" ? "B" : "A") + segments[1].dropFirst()
      let paths = [
        "/image/\(flipped)/\(segments[2])/\(segments[3])",
        "/image/\(segments[1])/\(segments[2])/4800x3200-none",
        "/image/\(segments[1])/\(segments[2])/480x320-sepia", "/image/\(segments[1])/aGk/\(segments[3])",
        "/image/\(segments[1])/\(segments[2])",
      ]
      for path in paths {
        let answer = try await gallery.get(path)
        #expect(answer.status == 403)
        _ = try answer.problem()
      }
      #expect(upstream.requestCount == 1, "only the list")
    }
  }

  @Test("A client that leaves ends the load of its cover, down to the upstream")
  func clientLeaves() async throws {
    let half = Script(framing: .length(1_000), steps: [.bytes([0xFF, 0xD8]), .stall])
    try await withCover(respond: Script.covers(with: half)) { gallery, upstream, cover in
      let client = Task { try await gallery.get(cover.image) }
      _ = try await upstream.request(2)
      client.cancel()
      try await upstream.earlyCloses(atLeast: 1)
      #expect(try await gallery.log.first { $0.path.hasPrefix("/image/") }.status == 499)
    }
  }

  @Test("Many who want one cover have one place, one download and one computation, and each his answer")
  func many() async throws {
    let gate = Gate()
    let covers = Script.freshCovers()
    try await withCovers(
      cache: HTTPCache(isShared: true),
      configure: { $0.imageLimit = 1 },
      respond: { request in
        if request.path.hasSuffix(".jpg") { try await gate.wait() }
        return try await covers(request)
      }
    ) { gallery, upstream in
      let slice = try await gallery.get("/api/covers?count=1").json(CoversReply.self)
      let cover = try #require(slice.covers.first)
      let clients = (0..<20).map { _ in Task { try await gallery.get(cover.image).status } }
      _ = try await upstream.request(2)
      gate.open()
      var statuses: Set<Int> = []
      for client in clients { statuses.insert(try await client.value) }
      #expect(statuses == [200])
      #expect(upstream.requestCount == 2)
    }
  }

  /// It said that all of them never change, whatever their servers said.
  @Test(
    "It may be kept for as long as its server allows",
    arguments: ["no-cache", "private, max-age=1", "no-store"]
  )
  func caching(directives: String) async throws {
    let file = Array(try await Script.coverBytes.value)
    let cover = Script.ok(file, contentType: "image/jpeg", headers: ["Cache-Control": directives])
    try await withCover(respond: Script.covers(with: cover)) { gallery, _, cover in
      let answer = try await gallery.get(cover.image)
      #expect(answer.fields["Cache-Control"] == directives)
    }
  }

  @Test("One cover more than the server has hands for is answered 503, and those who leave make room")
  func tooMany() async throws {
    let half = Script(framing: .length(1_000), steps: [.stall])
    let respond = Script.covers(with: half)
    try await withCovers(configure: { $0.imageLimit = 2 }, respond: respond) { gallery, upstream in
      let covers = try await gallery.get("/api/covers?count=3").json(CoversReply.self).covers.map(\.image)
      // Of different covers: those who want the same share it, down to the upstream.
      let clients = covers.prefix(2).map { cover in Task { try await gallery.get(cover) } }
      _ = try await upstream.request(3)
      let third = try await gallery.get(covers[2])
      #expect(third.status == 503)
      #expect(third.fields["Retry-After"] == "1")
      #expect(upstream.requestCount == 3)
      for client in clients { client.cancel() }
      try await upstream.earlyCloses(atLeast: 2)
      _ = try await gallery.log.first { $0.status == 499 }
    }
  }

  @Test("One client may wait for so many pictures; one more is answered 429, and others are served")
  func tooManyOfOne() async throws {
    let half = Script(framing: .length(1_000), steps: [.stall])
    try await withCovers(
      configure: {
        $0.imageLimitOfOneClient = 1
        $0.connections.proxies = TrustedProxies(["127.0.0.0/8"].compactMap { IPNetwork($0) })
      },
      respond: Script.covers(with: half)
    ) { gallery, upstream in
      let covers = try await gallery.get("/api/covers?count=3").json(CoversReply.self).covers.map(\.image)
      func ask(_ cover: String, as client: String) async throws -> Answer {
        try await gallery.get(cover, fields: ["X-Forwarded-For": client])
      }
      let first = Task { try await ask(covers[0], as: "203.0.113.1") }
      _ = try await upstream.request(2)
      let refused = try await ask(covers[1], as: "203.0.113.1")
      #expect(refused.status == 429)
      #expect(refused.fields["Retry-After"] == "1")
      #expect(try refused.problem().detail.contains("1 pictures"))
      let other = Task { try await ask(covers[2], as: "203.0.113.2") }
      _ = try await upstream.request(3)
      for client in [first, other] { client.cancel() }
      try await upstream.earlyCloses(atLeast: 2)
      #expect(upstream.requestCount == 3, "nothing was fetched for the one that was refused")
    }
  }

  @Test(
    "What is no cover is a problem that says so",
    arguments: [
      (Script.ok("<html>"), 502, "is no cover that can be shown. This is not an image"),
      (.status(404), 404, "404"),
      (.status(500), 502, "500"), (.ok([0xFF, 0xD8, 0xFF, 0xE0]), 502, "broke off after 4 bytes"),
    ]
  )
  func failures(_ script: Script, _ status: Int, _ detail: String) async throws {
    try await withCover(respond: Script.covers(with: script)) { gallery, _, cover in
      let answer = try await gallery.get(cover.image)
      #expect(answer.status == status)
      #expect(try answer.problem().detail.contains(detail))
    }
  }
}

import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryServer
import Testing

@Suite("Pictures that are kept", .timeLimit(.minutes(1)))
struct PictureCacheTests {
  /// Runs a test with a cover at a place of its own in the list, so that what is done to it can be told from what other
  /// tests do.
  private func withCover(
    cache: HTTPCache = HTTPCache(isShared: true),
    respond: @escaping @Sendable (RecordedRequest) async throws -> Script = Script.freshCovers(),
    _ test: (RunningGallery, ScriptedUpstream, String, Developments) async throws -> Void
  ) async throws {
    let index = Int.random(in: 1_000_000...9_000_000)
    try await withCovers(cache: cache, respond: respond) { gallery, upstream in
      let slice = try await gallery.get("/api/covers?from=\(index)&count=1&filter=sepia").json(
        CoversReply.self
      )
      let developments = Developments(of: "/covers/\(index).jpg")
      try await test(gallery, upstream, try #require(slice.covers.first).image, developments)
    }
  }

  @Test("A cover that was made is given again, without a word to the upstream, and is not made again")
  func again() async throws {
    try await withCover { gallery, upstream, cover, developments in
      let first = try await gallery.get(cover)
      let second = try await gallery.get(cover)
      #expect(first.status == 200 && second.status == 200)
      #expect(second.body == first.body)
      #expect(second.fields["ETag"] == first.fields["ETag"])
      #expect(second.fields["Vary"] == "Accept")
      let part = try await gallery.get(cover, fields: ["Range": "bytes=0-3"])
      #expect(part.status == 206 && part.body == first.body.prefix(4))
      #expect(upstream.requests.map(\.path).count == 2, "the list, and the cover once")
      #expect(developments.count == 1)
    }
  }

  @Test("In another size, with another filter or in another format it is made of the original that is here")
  func otherForms() async throws {
    try await withCover { gallery, upstream, cover, developments in
      let jpeg = try await gallery.get(cover)
      let webp = try await gallery.get(cover, fields: ["Accept": "image/webp"])
      #expect(webp.fields["Content-Type"] == "image/webp")
      #expect(webp.fields["ETag"] != jpeg.fields["ETag"])
      #expect(try await gallery.get(cover).body == jpeg.body)
      #expect(upstream.requestCount == 2)
      #expect(developments.count == 2)
    }
  }

  @Test("Who has it is told so, without a word to the upstream")
  func known() async throws {
    try await withCover { gallery, upstream, cover, developments in
      let tag = try #require(try await gallery.get(cover).fields["ETag"])
      for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
        let answer = try await gallery.get(cover, fields: ["If-None-Match": known])
        #expect(answer.status == 304 && answer.body.isEmpty)
        #expect(answer.fields["ETag"] == tag)
        #expect(answer.fields["Vary"] == "Accept")
      }
      #expect(upstream.requestCount == 2)
      #expect(developments.count == 1)
    }
  }

  @Test("Who has it is told so for the price of a question, though neither it nor its original is kept")
  func forgotten() async throws {
    let cache = HTTPCache(isShared: true)
    try await withCover(cache: cache) { gallery, upstream, cover, developments in
      let tag = try #require(try await gallery.get(cover).fields["ETag"])
      await cache.removeAll()
      let sent = upstream.bytesSent
      let answer = try await gallery.get(cover, fields: ["If-None-Match": tag])
      #expect(answer.status == 304)
      #expect(answer.fields["ETag"] == tag)
      #expect(upstream.requestCount == 3)
      #expect(try await upstream.request(3).headers["If-None-Match"] == "\"v1\"")
      #expect(upstream.bytesSent - sent < 500, "a head alone")
      #expect(developments.count == 1)
      #expect(try await gallery.get(cover).status == 200)
      #expect(developments.count == 2)
    }
  }

  @Test("When its time is over its original is asked about, and where that is the same nothing is made again")
  func stale() async throws {
    try await withCover(respond: Script.freshCovers(0)) { gallery, upstream, cover, developments in
      let first = try await gallery.get(cover)
      let second = try await gallery.get(cover)
      #expect(second.status == 200 && second.body == first.body)
      #expect(upstream.requestCount == 3)
      #expect(try await upstream.request(3).headers["If-None-Match"] == "\"v1\"")
      #expect(developments.count == 1)
    }
  }

  @Test("Two who want it at once have it loaded once, and made once")
  func shared() async throws {
    let gate = Gate()
    try await withCover(respond: Script.freshCovers(before: gate.wait)) {
      gallery,
      upstream,
      cover,
      developments in
      let clients = (0..<2).map { _ in Task { try await gallery.get(cover) } }
      _ = try await upstream.request(2)
      gate.open()
      for client in clients { #expect(try await client.value.status == 200) }
      #expect(upstream.requestCount == 2)
      #expect(developments.count == 1)
    }
  }

  @Test("The upstream's connection closes when all who wait have left")
  func leaving() async throws {
    let never = Gate()
    try await withCover(respond: Script.freshCovers(before: never.wait)) { gallery, upstream, cover, _ in
      let clients = (0..<2).map { _ in Task { try await gallery.get(cover) } }
      _ = try await upstream.request(2)
      for client in clients { client.cancel() }
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("A server that is started again has them, though its upstream listens on another port")
  func startedAgain() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let key = SigningKey()
    let respond = Script.freshCovers()
    var address: String?
    var bodies: [Data] = []
    for _ in 0..<2 {
      let upstream = try await ScriptedUpstream.start(respond: respond)
      let cache = HTTPCache(folder: folder, isShared: true)
      try await withGallery(before: upstream.url, cache: cache) { configuration in
        configuration.signingKey = key
        configuration.articles = .init(base: upstream.url)
      } _: { gallery in
        if address == nil {
          let slice = try await gallery.get("/api/covers?count=1").json(CoversReply.self)
          address = slice.covers.first?.image
        }
        bodies.append(try await gallery.get(try #require(address)).body)
      }
      #expect(upstream.requestCount == (bodies.count == 1 ? 2 : 0))
      await upstream.stop()
    }
    #expect(bodies[0] == bodies[1] && !bodies[0].isEmpty)
  }

  @Test("One that is here costs none of the places in which covers are made")
  func full() async throws {
    let gate = Gate()
    let covers = Script.freshCovers()
    try await withCovers(
      cache: HTTPCache(isShared: true),
      configure: { $0.imageLimit = 1 },
      respond: { request in
        if request.path == "/covers/1.jpg" { try await gate.wait() }
        return try await covers(request)
      }
    ) { gallery, upstream in
      let slice = try await gallery.get("/api/covers?count=3").json(CoversReply.self)
      let (kept, slow, another) = (slice.covers[0].image, slice.covers[1].image, slice.covers[2].image)
      #expect(try await gallery.get(kept).status == 200)
      let client = Task { try await gallery.get(slow) }
      _ = try await upstream.request(3)
      #expect(try await gallery.get(another).status == 503)
      #expect(try await gallery.get(kept).status == 200)
      gate.open()
      #expect(try await client.value.status == 200)
    }
  }

  private func withPicture(
    _ test: (RunningGallery, ScriptedUpstream, String) async throws -> Void
  ) async throws {
    let picture = Script.ok(
      Array("0123456789".utf8),
      contentType: "image/png",
      headers: ["Cache-Control": "max-age=600", "ETag": "\"v1\""]
    )
    let respond = Script.chart(withCover: picture)
    try await withGallery(cache: HTTPCache(isShared: true), respond: respond) { gallery, upstream in
      let chart = try await gallery.get("/api/music").json(ChartReply.self)
      try await test(gallery, upstream, try #require(chart.items.first?.artworkURL))
    }
  }

  @Test("A picture that is served as it is, is kept as well, and so is who has it")
  func asItIs() async throws {
    try await withPicture { gallery, upstream, address in
      let first = try await gallery.get(address)
      let tag = try #require(first.fields["ETag"])
      #expect(try await gallery.get(address).body == first.body)
      #expect(try await gallery.get(address, fields: ["If-None-Match": tag]).status == 304)
      #expect(try await gallery.get(address, fields: ["If-Match": "\"other\""]).status == 412)
      #expect(upstream.requestCount == 2)
    }
  }

  @Test("The connection stays, on which one answer after the other comes")
  func connection() async throws {
    try await withPicture { gallery, _, address in
      let host = gallery.address.dropFirst("http://".count)
      let request = "GET \(address) HTTP/1.1\nHost: \(host)\n"
      let answers = try await gallery.exchange("\(request)\n\(request)\n\(request)Connection: close\n\n").text
      #expect(answers.components(separatedBy: "HTTP/1.1 200 OK").count == 4)
      #expect(answers.components(separatedBy: "0123456789").count == 4)
      #expect(answers.lowercased().components(separatedBy: "connection: close").count == 2, "the last one's")
    }
  }

  @Test("A photo that a batch has loaded is not loaded again to be shown")
  func batch() async throws {
    let jpeg = Array(try await Script.coverBytes.value)
    let photo = Script.ok(jpeg, contentType: "image/jpeg", headers: ["Cache-Control": "max-age=600"])
    try await withGallery(cache: HTTPCache(isShared: true), respond: { _ in photo }) { gallery, upstream in
      var events = try await gallery.events()
      let id = try await gallery.startBatch(["/1.jpg"])
      let image = try #require(try await gallery.endOfBatch(id, &events).members.first?.image)
      #expect(try await gallery.get(image).body == Data(jpeg))
      #expect(upstream.requestCount == 1)
    }
  }

  /// An access log is read by more people than the page.
  @Test("The log does not have the address of the picture in it")
  func log() async throws {
    try await withPicture { gallery, _, address in
      _ = try await gallery.get(address)
      let line = try await gallery.log.first { $0.path.hasPrefix("/image/") }
      let segments = address.split(separator: "/")
      #expect(line.path == "/image/\(segments[1])/…")
    }
  }
}

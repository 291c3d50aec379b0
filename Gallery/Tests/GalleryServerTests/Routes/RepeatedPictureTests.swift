import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import GalleryServer
import Testing

@Suite("A picture that is in memory", .timeLimit(.minutes(1)))
struct RepeatedPictureTests {
  /// Runs a test with a cover's address, and the picture's that it is made of.
  private func withPictures(
    cache: HTTPCache = HTTPCache(isShared: true),
    configure: @escaping (inout GalleryServer.Configuration) -> Void = { _ in },
    respond: @escaping @Sendable (RecordedRequest) async throws -> Script = Script.freshCovers(),
    _ test: (RunningGallery, ScriptedUpstream, String) async throws -> Void
  ) async throws {
    let index = Int.random(in: 1_000_000...9_000_000)
    try await withCovers(cache: cache, configure: configure, respond: respond) { gallery, upstream in
      let slice = try await gallery.get("/api/covers?from=\(index)&count=1").json(CoversReply.self)
      try await test(gallery, upstream, try #require(slice.covers.first).image)
    }
  }

  /// How many answers were given without the routes.
  private func repeated(by gallery: RunningGallery, fields: HTTPFields = [:]) async throws -> Int {
    let answer = try await gallery.get("/metrics", fields: fields)
    #expect(answer.status == 200)
    let lines = answer.text.split(separator: "\n")
    let line = lines.first { $0.hasPrefix("gallery_http_repeated_total ") }
    return line.flatMap { $0.split(separator: " ").last.flatMap { Int($0) } } ?? 0
  }

  /// The fields that are the same each time, in order.
  private func lasting(_ answer: Answer) -> [String] {
    answer.fields.all.filter { !["date", "age", "x-request-id"].contains($0.name.lowercased()) }
      .map { "\($0.name.lowercased()): \($0.value)" }.sorted()
  }

  @Test("Is given by the connection from the third time on, with the bytes and all fields of the second")
  func same() async throws {
    try await withPictures { gallery, upstream, cover in
      _ = try await gallery.get(cover)
      let second = try await gallery.get(cover)
      #expect(try await repeated(by: gallery) == 0)
      var names: Set<String?> = [second.fields["X-Request-ID"]]
      for count in 1...5 {
        let next = try await gallery.get(cover)
        #expect(next.status == 200 && next.body == second.body)
        #expect(lasting(next) == lasting(second))
        #expect(next.fields["Date"]?.hasSuffix(" GMT") == true && next.fields["Age"] != nil)
        names.insert(next.fields["X-Request-ID"])
        #expect(try await repeated(by: gallery) == count)
      }
      #expect(names.count == 6, "each has a name of its own")
      #expect(upstream.requestCount == 2, "the list, and the cover once")
    }
  }

  @Test("Is given in each format that was asked for, and in part or not at all to whom wants it so")
  func forms() async throws {
    try await withPictures { gallery, _, cover in
      for _ in 0..<3 {
        let jpeg = try await gallery.get(cover)
        let webp = try await gallery.get(cover, fields: ["Accept": "image/webp"])
        #expect(jpeg.fields["Content-Type"] == "image/jpeg" && webp.fields["Content-Type"] == "image/webp")
        let part = try await gallery.get(cover, fields: ["Range": "bytes=0-3"])
        #expect(part.status == 206 && part.body == jpeg.body.prefix(4))
        let tag = try #require(jpeg.fields["ETag"])
        #expect(try await gallery.get(cover, fields: ["If-None-Match": tag]).status == 304)
        #expect(try await gallery.get(cover, fields: ["If-Match": "\"other\""]).status == 412)
      }
      #expect(try await repeated(by: gallery) > 0)
    }
  }

  @Test("Is fetched again once it is purged, and the new one is given then")
  func purged() async throws {
    let covers = Lock(0)
    let respond: @Sendable (RecordedRequest) async throws -> Script = { request in
      guard request.path.hasSuffix(".jpg") else { return try await Script.freshCovers()(request) }
      let number = covers.withLock { count in
        count += 1
        return count
      }
      return .ok(
        Array(try await Script.coverBytes.value),
        contentType: "image/jpeg",
        headers: ["Cache-Control": "max-age=3600", "ETag": "\"\(number)\""]
      )
    }
    try await withPictures(respond: respond) { gallery, _, cover in
      for _ in 0..<3 { _ = try await gallery.get(cover) }
      let old = try #require(try await gallery.get(cover).fields["ETag"])
      #expect(try await repeated(by: gallery) == 2)
      #expect(try await gallery.send("POST", "/api/purge", body: #"{"all":true}"#).status == 204)
      for _ in 0..<4 { #expect(try await gallery.get(cover).fields["ETag"] != old) }
      #expect(covers.withLock { $0 } == 2)
      #expect(try await repeated(by: gallery) == 4)
    }
  }

  @Test("Has a line in the log each time, with the name of its answer and without its address")
  func log() async throws {
    try await withPictures { gallery, _, cover in
      var names: [String?] = []
      for _ in 0..<4 { names.append(try await gallery.get(cover).fields["X-Request-ID"]) }
      _ = try await gallery.log.event(5)
      let lines = gallery.log.all.filter { $0.path.hasPrefix("/image/") }
      #expect(lines.map(\.id) == names)
      #expect(Set(lines.map(\.path)).count == 1 && lines.allSatisfy { $0.path.contains("/…/") })
    }
  }

  /// A session can end from one request to the next.
  @Test("Is not given by a connection where a password is asked for, and to nobody without a session")
  func password() async throws {
    let words = "a long password"
    try await withCovers(
      cache: HTTPCache(isShared: true),
      configure: { $0.password = Password(words: words) },
      respond: Script.freshCovers()
    ) { gallery, _ in
      let session: HTTPFields = ["Cookie": try await gallery.login(words).cookie]
      let index = Int.random(in: 1_000_000...9_000_000)
      let list = try await gallery.get("/api/covers?from=\(index)&count=1", fields: session)
      let cover = try #require(try list.json(CoversReply.self).covers.first).image
      for _ in 0..<4 { #expect(try await gallery.get(cover, fields: session).status == 200) }
      #expect(try await gallery.get(cover).status == 401)
      #expect(try await repeated(by: gallery, fields: session) == 0)
    }
  }
}

import ErrandsImages
import ErrandsUpstream
import Foundation
import GalleryUpstream
import Testing

@Suite("GET /api/library/{id}/file", .timeLimit(.minutes(1)))
struct LibraryFileTests {
  private func withPhoto(
    title: String = "Hoa “đào”/1",
    _ test: (RunningGallery, ThingReply) async throws -> Void
  ) async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      try await test(gallery, try await gallery.kept(#"{"url":"/photo/1","title":"\#(title)"}"#))
    }
  }

  @Test("A file comes with its type, to be taken away, under a name that is safe")
  func file() async throws {
    try await withPhoto { gallery, thing in
      let answer = try await gallery.get("/api/library/\(thing.id)/file")
      #expect(answer.status == 200)
      #expect(answer.body == Data([0xFF, 0xD8, 0xFF, 0xDA, 0xFF, 0xD9]))
      #expect(answer.fields["Content-Type"] == "image/jpeg")
      #expect(answer.fields["X-Content-Type-Options"] == "nosniff")
      #expect(answer.fields["Cache-Control"] == "private, no-cache")
      let disposition = try #require(answer.fields["Content-Disposition"])
      #expect(disposition.hasPrefix(#"attachment; filename="Hoa "#))
      #expect(disposition.hasSuffix("filename*=UTF-8''Hoa%20%E2%80%9C%C4%91%C3%A0o%E2%80%9D-1.jpg"))
    }
  }

  @Test("Parts of it can be had, and who has it is told so")
  func parts() async throws {
    try await withPhoto { gallery, thing in
      let path = "/api/library/\(thing.id)/file"
      let tag = try #require(try await gallery.get(path).fields["ETag"])
      let part = try await gallery.get(path, fields: ["Range": "bytes=1-2"])
      #expect(part.status == 206)
      #expect(part.body == Data([0xD8, 0xFF]))
      #expect(part.fields["Content-Range"] == "bytes 1-2/6")
      #expect(try await gallery.get(path, fields: ["Range": "bytes=6-"]).status == 416)
      let known = try await gallery.get(path, fields: ["If-None-Match": tag])
      #expect(known.status == 304 && known.body.isEmpty)
      let head = try await gallery.get(path, method: .head)
      #expect(head.fields["Content-Length"] == "6" && head.body.isEmpty)
    }
  }

  // Each that was sent had a copy of its own, for as long as its client took its time.
  @Test("A large one comes whole, and in parts, in pieces that are copied as they are taken")
  func large() async throws {
    let bytes = [0xFF, 0xD8, 0xFF, 0xDA] + (0..<400_000).map { UInt8($0 % 251) } + [0xFF, 0xD9]
    try await withGallery(respond: { _ in .ok(bytes, contentType: "image/jpeg") }) { gallery, _ in
      let path = "/api/library/\(try await gallery.kept(#"{"url":"/photo/1"}"#).id)/file"
      #expect(try await gallery.get(path).body == Data(bytes))
      let part = try await gallery.get(path, fields: ["Range": "bytes=1000-399999"])
      #expect(part.status == 206 && part.body == Data(bytes[1000..<400_000]))
      let head = try await gallery.get(path, method: .head)
      #expect(head.fields["Content-Length"] == "\(bytes.count)" && head.body.isEmpty)
      // The connection is still in order behind all of this.
      #expect(try await gallery.get(path).body.count == bytes.count)
    }
  }

  // It was read for each of them.
  @Test("What the client has is not read, and so not missed; what it wants nothing else than is")
  func unread() async throws {
    let library = URL.temporaryLibrary
    try await withGallery(library: library, respond: Script.photo) { gallery, _ in
      let path = "/api/library/\(try await gallery.kept(#"{"url":"/photo/1"}"#).id)/file"
      let tag = try #require(try await gallery.get(path).fields["ETag"])
      let other = try await gallery.get(path, fields: ["If-Match": "\"other\"", "If-None-Match": tag])
      #expect(other.status == 412)
      let folder = library.deletingLastPathComponent().appending(path: "gallery-files")
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
        try FileManager.default.removeItem(at: folder.appending(path: name))
      }
      #expect(try await gallery.get(path, fields: ["If-None-Match": tag]).status == 304)
      #expect(try await gallery.get(path).status == 410)
    }
  }

  @Test("What has no file is its own content")
  func content() async throws {
    try await withGallery(respond: { .article(for: $0) }) { gallery, _ in
      _ = try await gallery.load("/articles/7.json")
      let thing = try #require(try await gallery.things().things.first)
      #expect(thing.file?.name == "Letters 7.json")
      let answer = try await gallery.get(try #require(thing.file?.address))
      #expect(answer.fields["Content-Type"] == "application/json; charset=utf-8")
      #expect(answer.fields["Content-Disposition"] == #"attachment; filename="Letters 7.json""#)
      #expect(answer.text.contains(#""title":"Letters 7""#))
      #expect(answer.body.count == thing.file?.bytes)
      #expect(try await gallery.get("/api/library/\(thing.id)/preview").status == 404)
    }
  }

  @Test("A chart is taken away as the JSON that it is, with covers at their own addresses")
  func chart() async throws {
    try await withGallery(respond: Script.chart(withCover: .photo)) { gallery, _ in
      let thing = try await gallery.kept(#"{"chart":{"country":"vn","kind":"albums","limit":10}}"#)
      let answer = try await gallery.get(try #require(thing.file?.address))
      #expect(answer.text.contains(#""country":"vn""#) && answer.text.contains(#""name":"One""#))
      #expect(answer.text.contains(#""artworkURL":"/cover/400x400bb.png""#))
    }
  }

  @Test("A GIF has a preview, small and still, in a format that the client takes")
  func preview() async throws {
    let upstream = try await EmbeddedUpstream.start()
    try await withGallery(before: upstream.url) { gallery in
      let thing = try await gallery.kept(#"{"image":"\#(try await gallery.gif())","title":"cat"}"#)
      #expect(thing.kind == "gif")
      #expect(try #require(thing.picture?.frames) > 1)
      #expect(try #require(thing.picture?.width) > 0)
      let path = try #require(thing.image)
      for (accept, format) in [("image/webp,*/*;q=0.1", ImageFormat.webp), ("image/jpeg", .jpeg)] {
        let answer = try await gallery.get(path, fields: ["Accept": accept])
        #expect(answer.status == 200)
        #expect(answer.fields["Content-Type"] == format.mediaType)
        #expect(answer.fields["Vary"] == "Accept")
        let info = try await ImageInfo(reading: answer.body)
        #expect(info == ImageInfo(format: format, width: 640, height: 480))
        let tag = try #require(answer.fields["ETag"])
        let known = try await gallery.get(path, fields: ["Accept": accept, "If-None-Match": tag])
        #expect(known.status == 304)
      }
    }
    await upstream.stop()
  }

  @Test("A picture that cannot be decoded has no preview, and its file is there all the same")
  func undecodable() async throws {
    try await withPhoto { gallery, thing in
      #expect(thing.picture?.width == nil)
      let answer = try await gallery.get("/api/library/\(thing.id)/preview")
      #expect(answer.status == 415)
      _ = try answer.problem()
    }
  }

  @Test("A file that was taken away under the server is said to be gone, and everything else goes on")
  func lost() async throws {
    let library = URL.temporaryLibrary
    try await withGallery(library: library, respond: Script.photo) { gallery, _ in
      let thing = try await gallery.kept(#"{"url":"/photo/1"}"#)
      let folder = library.deletingLastPathComponent().appending(path: "gallery-files")
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
        try FileManager.default.removeItem(at: folder.appending(path: name))
      }
      let answer = try await gallery.get("/api/library/\(thing.id)/file")
      #expect(answer.status == 410)
      #expect(try answer.problem().detail.contains("keep it anew"))
      #expect(try await gallery.get("/api/library/\(thing.id)").status == 200)
      #expect(try await gallery.send("DELETE", "/api/library/\(thing.id)").status == 204)
      #expect(try await gallery.keep(#"{"url":"/photo/1"}"#).status == 201)
    }
  }

  @Test("What is kept is there after the server has been started again")
  func restart() async throws {
    let library = URL.temporaryLibrary
    let upstream = try await ScriptedUpstream.start(respond: { .photo(for: $0) })
    let copy = library.deletingLastPathComponent().appendingPathExtension("copy")
    try await withGallery(before: upstream.url, library: library) { gallery in
      _ = try await gallery.kept(#"{"url":"/photo/1","title":"a"}"#)
      try FileManager.default.copyItem(at: library.deletingLastPathComponent(), to: copy)
    }
    try await withGallery(before: upstream.url, library: copy.appending(path: "gallery.sqlite")) { gallery in
      let thing = try #require(try await gallery.things().things.first)
      #expect(try await gallery.get(try #require(thing.file?.address)).body.count == 6)
    }
    #expect(upstream.requests.count == 1, "it is asked for nothing that is kept")
    await upstream.stop()
  }

  @Test("What there is not is 404", arguments: ["", "/file", "/preview"])
  func missing(path: String) async throws {
    try await withPhoto { gallery, _ in
      for id in ["0", "-1", "x", "99999999999999999999", "%2e%2e"] {
        let answer = try await gallery.get("/api/library/\(id)\(path)")
        #expect(answer.status == 404, "\(id)")
      }
    }
  }
}

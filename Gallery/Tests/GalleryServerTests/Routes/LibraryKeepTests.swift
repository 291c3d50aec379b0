import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryUpstream
import Testing

@Suite("POST /api/library", .timeLimit(.minutes(1)))
struct LibraryKeepTests {
  @Test("A GIF that the page shows is kept byte by byte, once")
  func gif() async throws {
    try await withGallery(respond: Script.gifs) { gallery, upstream in
      let order = #"{"image":"\#(try await gallery.gif())","title":"Calm  Cat\nGIF"}"#
      let answer = try await gallery.keep(order)
      #expect(answer.status == 201)
      let thing = try answer.json(ThingReply.self)
      #expect(answer.fields["Location"] == "/api/library/\(thing.id)")
      #expect([thing.kind, thing.title, thing.url] == ["gif", "Calm Cat GIF", "/media/giphy.gif"])
      let file = try #require(thing.file)
      #expect([file.name, file.mediaType] == ["Calm Cat GIF.gif", "image/gif"])
      #expect(file.bytes == Script.gifBytes.count)
      #expect(try await gallery.get(file.address).body == Data(Script.gifBytes))
      let again = try await gallery.keep(order)
      #expect(again.status == 200)
      #expect(try again.json(ThingReply.self).id == thing.id)
      #expect(try await gallery.things().count == 1)
      #expect(
        upstream.requests.count { $0.path == "/media/giphy.gif" } == 1,
        "what is kept is not loaded again"
      )
    }
  }

  @Test("A photo is kept by its address, and called by its name where it is not called otherwise")
  func photo() async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      let thing = try await gallery.kept(#"{"url":"/photo/Ho%C3%A0ng%20h%C3%B4n.jpg"}"#)
      #expect([thing.kind, thing.title] == ["photo", "Hoàng hôn.jpg"])
      #expect(thing.file?.name == "Hoàng hôn.jpg")
      #expect(try await gallery.things("?q=hoang").things.map(\.id) == [thing.id])
    }
  }

  /// Twenty-four such titles made a list of 23 MB, and while two asked for it nobody else was answered.
  @Test("A title of one letter with hundreds of thousands of marks is cut as any long one is")
  func endless() async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      let title = "a" + String(repeating: "\u{301}", count: 100_000)
      let thing = try await gallery.kept(#"{"url":"/photo/1","title":"\#(title)"}"#)
      #expect(thing.title.unicodeScalars.starts(with: "a\u{301}".unicodeScalars))
      #expect(thing.title.utf8.count <= 1_000)
      #expect(try await gallery.things().things.first?.title == thing.title)
    }
  }

  @Test(
    "A chart's moment that is none is a problem",
    arguments: ["x\\u0000y", String(repeating: "2", count: 101)]
  )
  func moment(_ updated: String) async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, _ in
      let chart = #"{"chart":{"country":"vn","kind":"songs","limit":5,"updated":"\#(updated)"}}"#
      #expect(try await gallery.keep(chart).status == 422)
      let answer = try await gallery.send("POST", "/api/library/lookup", body: #"{"sources":[\#(chart)]}"#)
      #expect(answer.status == 422)
    }
  }

  @Test("A photo of a batch is kept by the address under which it is shown, also below a sub-path")
  func member() async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      var events = try await gallery.events()
      let batch = try await gallery.startBatch(["/photo/1"])
      _ = try await events.wholeBatch()
      let state = try await gallery.get("/api/photos/\(batch)").text
      let image = try #require(state.firstMatch(of: /"image":"(?<image>[^"]+)"/)).image
      let first = try await gallery.kept(#"{"image":"\#(image)"}"#)
      let below = try await gallery.kept(#"{"image":"/gallery\#(image)"}"#)
      let plain = try await gallery.kept(#"{"url":"/photo/1"}"#)
      #expect(Set([first.id, below.id, plain.id]).count == 1)
    }
  }

  @Test("A chart is kept with all its entries, and that of another day is another chart")
  func chart() async throws {
    try await withGallery(respond: Script.chart(withCover: .photo)) { gallery, upstream in
      let answer = try await gallery.keep(#"{"chart":{"country":"VN","kind":"albums","limit":10}}"#)
      #expect(answer.status == 201)
      let thing = try answer.json(ThingReply.self)
      #expect([thing.kind, thing.title] == ["chart", "Top Albums"])
      let chart = try #require(thing.chart)
      #expect([chart.country, chart.kind, chart.updated] == ["vn", "albums", "2022-02-11T23:26:35Z"])
      #expect(chart.count == 1 && chart.items == nil)
      #expect(try await gallery.get(try #require(chart.covers.first)).status == 200)
      let whole = try await gallery.get("/api/library/\(thing.id)").json(ThingReply.self)
      #expect(whole.chart?.items?.map(\.name) == ["One"])
      #expect(whole.chart?.items?.first?.artworkURL?.hasPrefix("/image/") == true)
      // Known by its day, it is not even loaded.
      let asked = upstream.requests.count
      let day = #""updated":"2022-02-11T23:26:35Z""#
      let again = try await gallery.keep(#"{"chart":{"country":"vn","kind":"albums","limit":10,\#(day)}}"#)
      #expect(again.status == 200)
      #expect(upstream.requests.count == asked)
      #expect(try await gallery.keep(#"{"chart":{"country":"vn","kind":"songs","limit":10}}"#).status == 201)
    }
  }

  @Test("A chart is found by its country in both languages, and by what is in it")
  func chartWords() async throws {
    try await withGallery(respond: Script.chart(withCover: .photo)) { gallery, _ in
      _ = try await gallery.kept(#"{"chart":{"country":"vn","kind":"albums","limit":10}}"#)
      for words in ["vietnam", "viet%20nam", "somebody", "one", "top+albums"] {
        #expect(try await gallery.things("?q=\(words)").count == 1, "\(words)")
      }
      #expect(try await gallery.things("?q=france").count == 0)
    }
  }

  // Each of the two told of it.
  @Test("Two who keep the same at once have it loaded once, kept once, and told of once")
  func together() async throws {
    let gate = Gate()
    try await withGallery {
      try await gate.wait()
      return .photo(for: $0)
    } _: { gallery, upstream in
      var events = try await gallery.events(topics: "models")
      async let one = gallery.kept(#"{"url":"/photo/1.jpg"}"#)
      async let other = gallery.kept(#"{"url":"/photo/1.jpg"}"#)
      // Both are at it before the upstream answers.
      while try await gallery.get("/api/loads").text.components(separatedBy: "\"keep /photo/1.jpg\"").count
        < 3
      {}
      gate.open()
      let ids = try await [one.id, other.id]
      #expect(Set(ids).count == 1)
      #expect(upstream.requests.count == 1)
      #expect(try await gallery.things().count == 1)
      #expect(try await gallery.send("DELETE", "/api/library/\(ids[0])").status == 204)
      for told in ["kept", "deleted"] {
        let event = try await events.event()
        #expect(String(decoding: event.data, as: UTF8.self) == "{\"\(told)\":\(ids[0])}")
      }
    }
  }

  @Test("A client that leaves ends the load, and nothing is kept")
  func leaving() async throws {
    try await withGallery(respond: Script.photo) { gallery, upstream in
      let keeping = Task { try await gallery.keep(#"{"url":"/stall/1"}"#) }
      _ = try await upstream.request(1)
      keeping.cancel()
      _ = await keeping.result
      try await upstream.earlyCloses(atLeast: 1)
      #expect(try await gallery.things().count == 0)
    }
  }

  @Test(
    "What is no image, and what cannot be loaded, is not kept",
    arguments: [("/page", 502, "instead of a JPEG"), ("/missing", 404, "404")]
  )
  func unloadable(_ path: String, _ status: Int, _ words: String) async throws {
    try await withGallery(respond: {
      $0.path == "/page" ? .ok(Array("<h1>".utf8), contentType: "image/jpeg") : .status(404)
    }) { gallery, _ in
      let answer = try await gallery.keep(#"{"url":"\#(path)"}"#)
      #expect(answer.status == status)
      #expect(try answer.problem().detail.contains(words))
      #expect(try await gallery.things().count == 0)
    }
  }

  @Test("A cover is kept by the address at which it is shown, whole, whatever was made of it there")
  func treated() async throws {
    try await withCovers { gallery, _ in
      let slice = try await gallery.get("/api/covers?count=1&filter=sepia").json(CoversReply.self)
      let cover = try #require(slice.covers.first)
      let kept = try await gallery.kept(#"{"image":"\#(cover.image)"}"#)
      for size in cover.sizes {
        #expect(try await gallery.kept(#"{"image":"\#(size.image)"}"#).id == kept.id)
      }
    }
  }

  @Test("An address that this server did not sign is refused")
  func forged() async throws {
    try await withGallery(respond: Script.gifs) { gallery, upstream in
      let address = try await gallery.gif()
      let asked = upstream.requests.count
      let signature = try #require(address.split(separator: "/").dropFirst().first)
      let other = "/image/\(signature)/\(Data("http://evil.test/x.gif".utf8).base64EncodedString())"
      for image in [
        other, "/image/x/y", "/image/", "", "/api/music", "http://evil.test/x.gif", "\(address)/120x80",
      ] {
        let answer = try await gallery.keep(#"{"image":"\#(image)"}"#)
        #expect(answer.status == 403, "\(image)")
        _ = try answer.problem()
      }
      #expect(upstream.requests.count == asked)
    }
  }

  @Test(
    "What names nothing to keep, or several things, is refused",
    arguments: [
      ("no JSON", 400), ("[]", 422), ("{}", 422), (#"{"url":7}"#, 422),
      (#"{"url":"file:///etc/passwd"}"#, 422),
      (#"{"url":"javascript:alert(1)"}"#, 422), (#"{"image":"/image/a/b","url":"/photo/1"}"#, 422),
      (#"{"chart":{}}"#, 422), (#"{"chart":{"country":"vn","kind":"films","limit":10}}"#, 422),
      (#"{"chart":{"country":"../","kind":"songs","limit":10}}"#, 422),
      (#"{"chart":{"country":"vn","kind":"songs","limit":0}}"#, 422),
      (#"{"url":"/photo/1","title":{}}"#, 422),
    ]
  )
  func refused(_ json: String, _ status: Int) async throws {
    try await withGallery(respond: Script.photo) { gallery, upstream in
      let answer = try await gallery.keep(json)
      #expect(answer.status == status)
      _ = try answer.problem()
      #expect(upstream.requests.isEmpty)
    }
  }

  @Test("What is too long is refused, and a long title is cut")
  func long() async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      #expect(try await gallery.keep(#"{"url":"/\#(String(repeating: "x", count: 9000))"}"#).status == 422)
      #expect(try await gallery.keep(String(repeating: " ", count: 1_000_001)).status == 413)
      let title = String(repeating: "á/", count: 300)
      let thing = try await gallery.kept(#"{"url":"/photo/1","title":"\#(title)"}"#)
      #expect(thing.title.count == 200)
      let name = try #require(thing.file?.name)
      #expect(name.hasSuffix(".jpg") && name.utf8.count <= 255 && !name.contains("/"))
    }
  }

  @Test("Everybody who listens hears of what is kept, once")
  func told() async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      var events = try await gallery.events(topics: "models")
      let one = try await gallery.kept(#"{"url":"/photo/1"}"#)
      _ = try await gallery.kept(#"{"url":"/photo/1"}"#)
      let other = try await gallery.kept(#"{"url":"/photo/2"}"#)
      for id in [one.id, other.id] {
        let event = try await events.event()
        #expect(event.name == "library")
        #expect(String(decoding: event.data, as: UTF8.self) == "{\"kept\":\(id)}")
      }
    }
  }

  @Test("What is kept of what a page shows is known in one request, in its order")
  func lookup() async throws {
    try await withGallery(respond: Script.chart(withCover: .photo)) { gallery, _ in
      let photo = try await gallery.kept(#"{"url":"/cover/1.jpg"}"#)
      let chart = try await gallery.kept(#"{"chart":{"country":"vn","kind":"albums","limit":10}}"#)
      let source = #"{"chart":{"country":"vn","kind":"albums","limit":10,"updated":"2022-02-11T23:26:35Z"}}"#
      let unknown = #"{"chart":{"country":"vn","kind":"albums","limit":10}}"#
      let kept = try await gallery.lookup(
        #"{"url":"/cover/2.jpg"},\#(source),{"url":"/cover/1.jpg"},\#(unknown)"#
      )
      #expect(kept == [nil, chart.id, photo.id, nil])
      let many = Array(repeating: #"{"url":"/a"}"#, count: 201).joined(separator: ",")
      let refused = try await gallery.send("POST", "/api/library/lookup", body: #"{"sources":[\#(many)]}"#)
      #expect(refused.status == 413)
      #expect(try await gallery.send("POST", "/api/library/lookup", body: "{}").status == 422)
    }
  }
}

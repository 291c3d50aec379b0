import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryJobs
import GalleryUpstream
import Testing

@Suite("GET /api/gifs", .timeLimit(.minutes(1)))
struct GifsAnswerTests {
  @Test("A search has its hits, which move at addresses of this server", arguments: JobStyle.allCases)
  func search(_ style: JobStyle) async throws {
    let upstream = try await EmbeddedUpstream.start()
    try await withGallery(before: upstream.url) { gallery in
      let answer = try await gallery.get("/api/gifs?q=cat&limit=3&style=\(style.rawValue)")
      #expect(answer.status == 200)
      #expect(answer.fields["Content-Type"] == "application/json; charset=utf-8")
      #expect(answer.fields["Cache-Control"] == "no-store")
      let page = try answer.json(GifsReply.self)
      #expect(page.hits.count == 3)
      #expect(try #require(page.found) > 3)
      #expect(page.offset == 0)
      #expect(page.next == 3)
      #expect(page.attribution == "Powered By GIPHY")
      for hit in page.hits {
        let addresses = [hit.preview, hit.still].compactMap { $0 }
        #expect(addresses.count == 2)
        #expect(addresses.allSatisfy { $0.hasPrefix("/image/") }, "the page may load nothing from elsewhere")
      }
      let preview = try await gallery.get(try #require(page.hits.first?.preview))
      #expect(preview.status == 200)
      #expect(preview.fields["Content-Type"] == "image/gif")
      #expect(frames(in: preview.body) > 1, "it moves")
      let still = try await gallery.get(try #require(page.hits.first?.still))
      #expect(frames(in: still.body) <= 1)
    }
    await upstream.stop()
  }

  @Test("A hit is told with everything that is known of it")
  func hit() async throws {
    try await withGallery(respond: Script.gifs) { gallery, _ in
      let page = try await gallery.get("/api/gifs?q=cat").json(GifsReply.self)
      #expect(page.found == 1)
      #expect(page.next == nil)
      let hit = try #require(page.hits.first)
      #expect(hit.id == "a1")
      #expect(hit.title == "Calm Cat GIF")
      #expect(hit.url == "https://giphy.com/gifs/a1", "the page at Giphy, and not the file")
      #expect(hit.rating == "pg")
      // The best rendition's, as in the lines of the command.
      #expect([hit.width, hit.height, hit.bytes] == [480, 270, 1234])
    }
  }

  /// Decoded and encoded again, it would stand still, or have other colours.
  @Test("An animation comes through byte by byte, and can be had in part and kept as any picture")
  func unchanged() async throws {
    try await withGallery(respond: Script.gifs) { gallery, upstream in
      let page = try await gallery.get("/api/gifs?q=cat").json(GifsReply.self)
      let address = try #require(page.hits.first?.preview)
      let whole = try await gallery.get(address)
      #expect(Array(whole.body) == Script.gifBytes)
      #expect(whole.fields["Content-Type"] == "image/gif")
      #expect(try await upstream.request(2).path == "/media/200w.gif")
      let tag = try #require(whole.fields["ETag"])
      #expect(try await gallery.get(address, fields: ["If-None-Match": tag]).status == 304)
      let head = try await gallery.get(address, method: .head)
      #expect(head.fields["Content-Length"] == "\(Script.gifBytes.count)")
      #expect(head.body.isEmpty)
      let part = try await gallery.get(address, fields: ["Range": "bytes=0-5"])
      #expect(part.status == 206)
      #expect(part.text == "GIF89a")
    }
  }

  @Test(
    "Keyword, number and place go on to the upstream, with the key, whatever way a space is written",
    arguments: [
      ("q=m%C3%A8o+vui&limit=7&offset=14", "q=m%C3%A8o%20vui&limit=7&offset=14"),
      ("q=m%C3%A8o%20vui", "q=m%C3%A8o%20vui&limit=25&offset=0"),
      // Decomposed, as a Mac writes it.
      ("q=me%CC%80o&limit=50&offset=4999", "q=m%C3%A8o&limit=50&offset=4999"),
      ("q=%20%2B1%26x%3D2%20", "q=%2B1%26x%3D2&limit=25&offset=0"),
      ("q=%F0%9F%90%88%22%5C%0A..%2F", "q=%F0%9F%90%88%22%5C%0A..%2F&limit=25&offset=0"),
    ]
  )
  func handedOn(_ query: String, _ sent: String) async throws {
    try await withGallery(respond: Script.gifs) { gallery, upstream in
      #expect(try await gallery.get("/api/gifs?\(query)").status == 200)
      let request = try await upstream.request(1)
      #expect(request.path == "/v1/gifs/search")
      #expect(request.query == "\(sent)&api_key=secret-key")
      #expect(upstream.requestCount == 1)
    }
  }

  @Test(
    "A wrong question is answered with what would be right, and the upstream is not asked",
    arguments: [
      ("", "give a word"), ("q=", "give a word"), ("q=%20+%0A", "give a word"), ("limit=5", "give a word"),
      ("q=" + String(repeating: "%C3%A8", count: 51), "50 at most"),
      ("q=a&limit=0", "1 to 50"), ("q=a&limit=51", "1 to 50"), ("q=a&limit=-1", "1 to 50"),
      ("q=a&limit=ten", "1 to 50"), ("q=a&limit=", "1 to 50"),
      ("q=a&offset=5000", "0 to 4999"), ("q=a&offset=-1", "0 to 4999"), ("q=a&offset=1.5", "0 to 4999"),
      ("q=a&offset=99999999999999999999", "0 to 4999"),
      ("q=a&style=magic", "async, closure, delegate"), ("q=a&style=", "async, closure"),
    ]
  )
  func wrongQuestion(_ query: String, _ advice: String) async throws {
    try await withGallery(respond: Script.gifs) { gallery, upstream in
      let answer = try await gallery.get("/api/gifs?\(query)")
      #expect(answer.status == 400)
      let detail = try answer.problem().detail
      #expect(detail.contains(advice), "\(detail)")
      #expect(upstream.requestCount == 0)
    }
  }

  @Test("Nothing found is an answer, and not an error")
  func nothing() async throws {
    let empty = #"{"data":[],"meta":{"status":200,"msg":"OK"}}"#
    try await withGallery(respond: { _ in .json(empty) }) { gallery, _ in
      let answer = try await gallery.get("/api/gifs?q=zzz")
      #expect(answer.status == 200)
      let line = #"{"attribution":"Powered By GIPHY","found":null,"hits":[],"next":null,"offset":0}"#
      #expect(answer.text == line)
    }
  }

  /// How often a graphic control extension begins.
  private func frames(in gif: Data) -> Int {
    gif.ranges(of: Data([0x21, 0xF9, 0x04])).count
  }
}

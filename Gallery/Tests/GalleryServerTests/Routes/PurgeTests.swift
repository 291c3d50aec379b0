import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("/api/purge", .timeLimit(.minutes(1)))
struct PurgeTests {
  private func cover(_ index: Int, at gallery: RunningGallery) async throws -> String {
    let list = try await gallery.get("/api/covers?from=\(index)&count=1&filter=sepia").json(CoversReply.self)
    return try #require(list.covers.first).image
  }

  @Test("has a picture fetched and made anew, and no other, nor the same by whoever has it")
  func one() async throws {
    let index = Int.random(in: 1_000_000...9_000_000)
    try await withCovers(cache: HTTPCache(isShared: true), respond: Script.freshCovers()) {
      gallery,
      upstream in
      let (first, second) = (try await cover(index, at: gallery), try await cover(index + 1, at: gallery))
      let developments = Developments(of: "/covers/\(index).jpg")
      for picture in [first, second, first, second] { #expect(try await gallery.get(picture).status == 200) }
      let before = upstream.requestCount
      let answer = try await gallery.send("POST", "/api/purge", body: #"{"image":"\#(first)"}"#)
      #expect(answer.status == 204)
      for picture in [first, second] { #expect(try await gallery.get(picture).status == 200) }
      #expect(upstream.requestCount == before + 1)
      #expect(developments.count == 2)
    }
  }

  @Test(
    "has all pictures of a host, or of all hosts, fetched anew",
    arguments: [
      #"{"host":"upstream.invalid"}"#, #"{"all":true}"#, #"{"host":"elsewhere.example"}"#,
    ]
  )
  func many(_ order: String) async throws {
    let index = Int.random(in: 1_000_000...9_000_000)
    try await withCovers(cache: HTTPCache(isShared: true), respond: Script.freshCovers()) {
      gallery,
      upstream in
      let pictures = [try await cover(index, at: gallery), try await cover(index + 1, at: gallery)]
      for picture in pictures { #expect(try await gallery.get(picture).status == 200) }
      let before = upstream.requestCount
      #expect(try await gallery.send("POST", "/api/purge", body: order).status == 204)
      for picture in pictures { #expect(try await gallery.get(picture).status == 200) }
      #expect(upstream.requestCount == before + (order.contains("elsewhere") ? 0 : 2))
    }
  }

  @Test("purges nothing where nothing is kept")
  func nothing() async throws {
    try await withGallery(respond: Script.freshCovers()) { gallery, _ in
      let answer = try await gallery.send("POST", "/api/purge", body: #"{"all":true}"#)
      #expect(answer.status == 204)
    }
  }

  @Test("is answered by no other method, and refused to other sites and without JSON")
  func refused() async throws {
    try await withGallery(respond: Script.freshCovers()) { gallery, _ in
      #expect(try await gallery.get("/api/purge").status == 405)
      let strange = try await gallery.send(
        "POST",
        "/api/purge",
        body: #"{"all":true}"#,
        fields: ["Origin": "https://other.example"]
      )
      #expect(strange.status == 403)
      #expect(try await gallery.send("POST", "/api/purge", body: "{").status == 400)
      let long = #"{"host":"\#(String(repeating: "a", count: 10_000))"}"#
      #expect(try await gallery.send("POST", "/api/purge", body: long).status == 413)
    }
  }
}

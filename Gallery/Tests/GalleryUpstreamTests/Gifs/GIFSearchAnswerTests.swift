import ErrandsLoading
import Foundation
import Testing

@testable import GalleryUpstream

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The embedded upstream's searches for GIFs", .timeLimit(.minutes(1)))
struct GIFSearchAnswerTests {
  private func page(_ query: String, of upstream: EmbeddedUpstream) async throws -> GIFPage {
    let request = try FetchRequest(address: upstream.search(query))
    return try await Fetcher.local().json(GIFPage.self, for: request).value()
  }

  @Test("A hit has what the real ones have, and its addresses lead back to where the client came from")
  func hit() async throws {
    try await withEmbedded { upstream in
      let page = try await page("q=cat&limit=5", of: upstream)
      #expect(page.data.count == 5)
      #expect((page.meta.status, page.meta.msg, page.meta.response_id.count) == (200, "OK", 40))
      for hit in page.data {
        #expect(hit.url == "\(upstream.url.absoluteString)/gifs/\(hit.slug)")
        let images = try #require(hit.images)
        #expect(images.count == 17)
        for (name, image) in images {
          let url = try #require(URLComponents(string: image.url))
          #expect(url.host == "127.0.0.1" && url.port == upstream.port)
          #expect(url.path.hasPrefix("/media/\(hit.id)/"))
          #expect(url.queryItems?.map(\.name) == ["cid", "ep", "rid", "ct"], "\(name)")
          #expect(try #require(Int(image.size)) > 0)
        }
        #expect(images["original"]?.frames.flatMap { Int($0) }.map { (8...24).contains($0) } == true)
        #expect(images["original"]?.hash?.count == 32)
        #expect(images["downsized_large"]?.url == images["original"]?.url)
        #expect(images["fixed_height"]?.height == "200")
        #expect(images["fixed_width_small"]?.width == "100")
      }
    }
  }

  @Test("Pages follow one another without a gap and without a hit twice")
  func paging() async throws {
    try await withEmbedded { upstream in
      var ids: [String] = []
      for offset in stride(from: 0, to: 400, by: 50) {
        let page = try await page("q=loop&limit=50&offset=\(offset)", of: upstream)
        let count = min(50, max(0, 360 - offset))
        #expect(page.pagination == .init(total_count: 360, count: count, offset: offset))
        #expect(page.data.count == count)
        ids += page.data.map(\.id)
      }
      #expect(Set(ids).count == 360)
      #expect(try await page("q=loop", of: upstream).data.map(\.id) == Array(ids.prefix(25)))
    }
  }

  @Test("Nothing asked for and nothing found are empty lists", arguments: ["", "q=", "q=xylophone", "q=%21"])
  func empty(query: String) async throws {
    try await withEmbedded { upstream in
      let page = try await page(query, of: upstream)
      #expect(page.data.isEmpty)
      #expect(page.pagination == .init(total_count: 0, count: 0, offset: 0))
    }
  }

  @Test("The same search has the same answer from every upstream of the seed")
  func deterministic() async throws {
    func answer(seed: UInt64) async throws -> Data {
      try await withEmbedded(seed: seed) { upstream in
        var request = try FetchRequest(address: upstream.search("q=meo"))
        request.fields.append("Host", "gallery.test")
        return try await Fetcher.local().data(for: request).value().body
      }
    }
    let answer7 = try await answer(seed: 7)
    #expect(try await answer(seed: 7) == answer7)
    #expect(try await answer(seed: 8) != answer7)
  }

  @Test(
    "Every refusal has the status and the shape of the real one",
    arguments: [
      ("q=cat", 401, #"{"data": [], "meta": {"status": 401, "msg": "Unauthorized", "response_id": ""}}"#),
      ("api_key=legacy-unauthorized", 401, #"{"message": "Invalid authentication credentials"}"#),
      (
        "api_key=banned", 403,
        #"{"data": [], "meta": {"status": 403, "msg": "Forbidden", "response_id": ""}}"#
      ),
      (
        "api_key=rate-limited", 429,
        #"{"data": [], "meta": {"status": 429, "msg": "API rate limit exceeded", "response_id": ""}}"#
      ),
      ("api_key=rate-limited-legacy", 429, #"{"message": "API rate limit exceeded"}"#),
      (
        "api_key=k&q=" + String(repeating: "a", count: 51), 414,
        #"{"data": [], "meta": {"status": 414, "msg": "URI Too Long", "response_id": ""}}"#
      ),
      (
        "api_key=k&offset=5000", 400,
        #"{"data": [], "meta": {"status": 400, "msg": "Bad value for offset", "response_id": ""}}"#
      ),
    ]
  )
  func refusals(query: String, status: Int, body: String) async throws {
    try await withEmbedded { upstream in
      let url = try #require(URL(string: upstream.url.absoluteString + "/v1/gifs/search?" + query))
      let (bytes, response) = try await URLSession.shared.data(from: url)
      let head = try #require(response as? HTTPURLResponse)
      #expect(head.statusCode == status)
      #expect(head.value(forHTTPHeaderField: "Content-Type") == "application/json")
      #expect(head.value(forHTTPHeaderField: "Retry-After") == (status == 429 ? "1" : nil))
      #expect(String(decoding: bytes, as: UTF8.self) == body)
    }
  }

  @Test("The known faults of whole answers")
  func faults() async throws {
    try await withEmbedded { upstream in
      func answer(_ name: String) async throws -> (head: FetchHead, body: String) {
        let request = try FetchRequest(address: upstream.search("q=fault:" + name))
        let fetched = try await Fetcher.local().data(for: request).value()
        return (fetched.head, String(decoding: fetched.body, as: UTF8.self))
      }
      let unpaged = try await page("q=fault:no-pagination", of: upstream)
      #expect(unpaged.data.isEmpty && unpaged.pagination == nil)
      let outage = try await answer("outage")
      #expect(outage.head.fields["Cache-Control"] == "max-age=30")
      #expect(outage.head.fields["Retry-After"] == "0")
      #expect(outage.body == #"{"data":[],"meta":{"status":200,"msg":"OK","response_id":""}}"#)
      #expect(try await answer("no-data").body == #"{"data": {}}"#)
      let broken = try await answer("malformed-json").body
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(GIFPage.self, from: Data(broken.utf8))
      }
      #expect(broken.hasPrefix(#"{"data":[{"type":"gif""#))
      #expect(try await page("q=fault:unrelated", of: upstream).data.count == 1)
    }
  }

  // They had the same one, and a client that tells answers apart by it took one for the other.
  @Test("Searches that differ in anything have answers with different IDs")
  func responseIDs() async throws {
    try await withEmbedded { upstream in
      var ids: Set<String> = []
      let searches = ["q=cat", "q=meo", "q=cat&limit=3", "q=cat&offset=1", "q=cat&rating=g", "q=cat&lang=vi"]
      for search in searches { ids.insert(try await page(search, of: upstream).meta.response_id) }
      #expect(ids.count == searches.count)
    }
  }

  @Test("The known flaws of hits")
  func flaws() async throws {
    try await withEmbedded { upstream in
      func hits(_ name: String) async throws -> [GIFPage.Hit] {
        let hits = try await page("q=fault:\(name)&limit=3", of: upstream).data
        #expect(hits.count == 3)
        return hits
      }
      for hit in try await hits("empty-rendition") {
        let image = try #require(hit.images?["downsized_large"])
        #expect((image.url, image.width, image.height, image.size) == ("", "0", "0", "0"))
        #expect(hit.images?["original"]?.url.isEmpty == false)
      }
      for hit in try await hits("missing-rendition") { #expect(hit.images?.keys.map { $0 } == ["original"]) }
      for hit in try await hits("missing-images") { #expect(hit.images == nil) }
      for hit in try await hits("bare-hit") {
        #expect(hit.title == nil && hit.rating == nil && hit.user == nil && hit.images != nil)
      }
      let right = try #require(try await page("q=fault:stall", of: upstream).data.first?.images?["original"])
      let wrong = try #require(try await hits("wrong-size").first?.images?["original"])
      #expect(Int(wrong.size) == Int(right.size).map { $0 / 2 })
      #expect(Int(wrong.width) == Int(right.width).map { $0 / 2 })
    }
  }
}

import ErrandsAsyncHTTPClient
import ErrandsImages
import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@testable import GalleryUpstream

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The embedded upstream answers like the real ones", .timeLimit(.minutes(1)))
struct EmbeddedUpstreamTests {
  private let first = "/api/v1/vn/apple-music/top-songs/all/25/explicit.json"

  @Test("A chart of either generation decodes, and its covers lead back to where the client came from")
  func charts() async throws {
    try await withEmbedded { upstream in
      for path in [first, EmbeddedUpstream.chartPath] {
        let chart = try await Fetcher.local().json(Chart.self, for: upstream.request(path)).value()
        #expect(chart.items.count == (path == first ? 25 : 10))
        #expect(chart.items.map(\.rank) == Array(1...chart.items.count))
        for item in chart.items {
          let artwork = try #require(item.artwork?.url)
          #expect(artwork.host() == "127.0.0.1")
          #expect(artwork.port == upstream.port)
        }
      }
    }
  }

  @Test("Whoever comes by a name gets covers under that name")
  func host() async throws {
    try await withEmbedded { upstream in
      var request = try upstream.request()
      request.fields.append("Host", "gallery.test:8099")
      let chart = try await Fetcher.local().json(Chart.self, for: request).value()
      let origins = chart.items.map { "\($0.artwork?.url.host() ?? "")|\($0.artwork?.url.port ?? 0)" }
      #expect(Set(origins) == ["gallery.test|8099"])
    }
  }

  @Test("A cover is an image of the size and in the format that its address asks for")
  func covers() async throws {
    try await withEmbedded { upstream in
      let fetcher = Fetcher.local()
      for (path, format) in [(first, ImageFormat.png), (EmbeddedUpstream.chartPath, .jpeg)] {
        let chart = try await fetcher.json(Chart.self, for: upstream.request(path)).value()
        let artwork = try #require(chart.items.first?.artwork)
        let url = artwork.url(for: .init(width: 96, height: 64))
        let cover = try await fetcher.data(for: FetchRequest(url)).value()
        #expect(cover.head.fields["Content-Type"] == format.mediaType)
        #expect(cover.head.fields["Cache-Control"] == "public, max-age=86400")
        let info = try await ImageInfo(reading: cover.body)
        #expect(info == ImageInfo(format: format, width: 96, height: 64))
      }
    }
  }

  @Test(
    "What does not exist is not found",
    arguments: [
      "/", "/api/v2/us/music/most-played/0/albums.json", "/api/v2/xx/music/most-played/10/albums.json",
      "/image/thumb/Music/v4/0000000000000000/1/100x100bb.jpg",
    ]
  )
  func notFound(path: String) async throws {
    try await withEmbedded { upstream in
      let request = try upstream.request(path)
      let expected = FetchError(request.url, .status(404, retryAfter: nil))
      await #expect(throws: expected) { try await Fetcher.local().data(for: request).value() }
    }
  }

  @Test("Writing is refused, with the methods that are not", arguments: ["POST", "DELETE"])
  func methods(method: String) async throws {
    try await withEmbedded { upstream in
      var request = URLRequest(url: try upstream.request().url)
      request.httpMethod = method
      let response = try #require(try await URLSession.shared.data(for: request).1 as? HTTPURLResponse)
      #expect(response.statusCode == 405)
      #expect(response.value(forHTTPHeaderField: "Allow") == "GET, HEAD")
    }
  }

  // Only pictures and files had it, and of these only what was no refusal.
  @Test(
    "Every answer says when it was given",
    arguments: [
      EmbeddedUpstream.chartPath, "/articles", "/covers/1.jpg", "/photos/1.jpg?width=16",
      "/photos/1.jpg?width=1",
      "/v1/gifs/search?api_key=k&q=cat", "/v1/gifs/search", "/files/a?bytes=9", "/nothing",
      "/photos/1.jpg?width=16&fault=error500",
    ],
    [FetchRequest.Method.get, .head, .delete]
  )
  func dated(path: String, method: FetchRequest.Method) async throws {
    try await withEmbedded { upstream in
      let head = try await upstream.answer(path, method: method).head
      #expect(head.fields.values(of: "Date").count == 1)
      #expect(method != .delete || head.status == 405)
    }
  }

  // Each answer was drawn anew: of a cover with a part, a HEAD and a 304 for it, four drawings.
  @Test("A cover is drawn once for all answers about it")
  func drawnOnce() async throws {
    let library = UpstreamLibrary(seed: 1)
    let path = try #require(CatalogueArtwork(seed: 5, width: 48, height: 48, format: .png)).path
    func answer(_ headers: HeaderFields, method: String = "GET") async throws -> Script {
      var fields: HeaderFields = ["Host": "a.test"]
      for field in headers.fields { fields.append(name: field.name, value: field.value) }
      return try await library.answer(to: RecordedRequest(method: method, path: path, headers: fields))
    }
    let whole = try await answer([:])
    let tag = try #require(whole.headers["ETag"])
    let others = [
      try await answer([:], method: "HEAD"), try await answer(["Range": "bytes=1-2"]),
      try await answer(["If-None-Match": tag]),
    ]
    #expect(others.map(\.status) == [200, 206, 304])
    #expect(await library.covers.drawingsEver == 1)
  }

  @Test("HEAD has the head of GET and no content")
  func head() async throws {
    try await withEmbedded { upstream in
      let fetcher = Fetcher.local()
      let whole = try await fetcher.data(for: upstream.request()).value()
      let head = try await fetcher.data(for: upstream.request(method: .head)).value()
      var (fields, wholeFields) = (head.head.fields, whole.head.fields)
      // A second may pass between the two.
      (fields["Date"], wholeFields["Date"]) = (nil, nil)
      #expect(head.head.status == whole.head.status)
      #expect(fields == wholeFields)
      #expect(head.head.contentLength == Int64(whole.body.count))
      #expect(head.body.isEmpty)
    }
  }

  /// Charts are dated to the day. Should it end in the middle of the test, the first answer is from yesterday
  /// and the one asked for last is not.
  @Test("The same seed gives the same bytes, another seed another chart")
  func seeds() async throws {
    try await withEmbedded(seed: 7) { one in
      let chart = try await bytes(of: one)
      let same = try await withEmbedded(seed: 7) { try await bytes(of: $0) }
      let other = try await withEmbedded(seed: 8) { try await bytes(of: $0) }
      #expect([chart, try await bytes(of: one)].contains(same))
      let names = try [chart, other].map {
        try JSONDecoder().decode(Chart.self, from: $0).items.map(\.name)
      }
      #expect(names[0] != names[1])
    }
  }

  @Test("A cover is the same from whichever upstream it comes")
  func coverBytes() async throws {
    let artwork = try #require(CatalogueArtwork(seed: 5, width: 48, height: 48, format: .png))
    let one = try await withEmbedded(seed: 1) { try await bytes(of: $0, artwork.path) }
    let two = try await withEmbedded(seed: 2) { try await bytes(of: $0, artwork.path) }
    #expect(one == two)
  }

  private func bytes(of upstream: EmbeddedUpstream, _ path: String = EmbeddedUpstream.chartPath)
    async throws -> Data
  {
    // The covers' addresses are part of a chart, and each upstream has a port of its own.
    var request = try upstream.request(path)
    request.fields.append("Host", "gallery.test")
    return try await Fetcher.local().data(for: request).value().body
  }
}

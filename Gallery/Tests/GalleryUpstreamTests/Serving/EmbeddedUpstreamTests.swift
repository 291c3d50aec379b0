import ErrandsAsyncHTTPClient
import ErrandsImages
import ErrandsLoading
import Foundation
import GalleryJobs
import GalleryUpstream
import Testing

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

  @Test("HEAD has the head of GET and no content")
  func head() async throws {
    try await withEmbedded { upstream in
      let fetcher = Fetcher.local()
      let whole = try await fetcher.data(for: upstream.request()).value()
      let head = try await fetcher.data(for: upstream.request(method: .head)).value()
      #expect(head.head == whole.head)
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

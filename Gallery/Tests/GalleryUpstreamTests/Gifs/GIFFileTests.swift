import ErrandsImages
import ErrandsLoading
import Foundation
import GalleryConnections
import Testing

@testable import GalleryUpstream

@Suite("The embedded upstream's GIFs", .timeLimit(.minutes(2)))
struct GIFFileTests {
  private func hits(_ query: String, of upstream: EmbeddedUpstream) async throws -> [GIFPage.Hit] {
    let request = try FetchRequest(address: upstream.search(query))
    return try await Fetcher.local().json(GIFPage.self, for: request).value().data
  }

  @Test("A file is what its rendition says: a GIF of so many bytes, so wide, so high, of so many frames")
  func promised() async throws {
    try await withEmbedded { upstream in
      let hit = try #require(try await hits("q=clock&limit=1", of: upstream).first)
      for name in ["original", "fixed_width_small", "downsized_still", "preview_gif"] {
        let image = try #require(hit.images?[name])
        let fetched = try await Fetcher.local().data(for: FetchRequest(address: image.url)).value()
        #expect(fetched.head.fields["Content-Type"] == "image/gif")
        #expect(fetched.head.fields["Content-Disposition"] == nil)
        #expect(String(fetched.body.count) == image.size)
        let info = try await ImageInfo(reading: fetched.body)
        #expect((info.format, "\(info.width)", "\(info.height)") == (.gif, image.width, image.height))
        if let frames = image.frames { #expect(frames == "\(info.frames)") }
      }
    }
  }

  @Test("What there is not is not found")
  func missing() async throws {
    try await withEmbedded { upstream in
      let hit = try #require(try await hits("q=clock&limit=1", of: upstream).first)
      let danger = try #require(try await hits("q=danger&limit=1", of: upstream).first)
      for path in [
        "/media/nobody/giphy.gif", "/media/\(hit.id)/giphy.mp4", "/media/\(hit.id)/201.gif",
        "/media/\(hit.id)",
        "/media/\(hit.id)/", "/media/\(hit.id)/giphy.gif/", "/media/\(hit.id)/..%2f..%2fevil.gif",
        "/media/\(danger.id)/..%2f..%2fevil.gif?rid=evil.gif",
      ] {
        let request = try upstream.request(path)
        await #expect(throws: FetchError(request.url, .status(404, retryAfter: nil)), "\(path)") {
          try await Fetcher.local().data(for: request).value()
        }
      }
    }
  }

  /// For whoever saves files under the names that servers give them.
  @Test("Hurtful names come as they are, and lead to whole files")
  func danger() async throws {
    try await withEmbedded { upstream in
      let hits = try await hits("q=danger", of: upstream)
      var names: [String] = []
      var dispositions: [String] = []
      for hit in hits {
        let image = try #require(hit.images?["fixed_width_small_still"])
        names.append(String(image.url.prefix { $0 != "?" }.split(separator: "/").last ?? ""))
        let fetched = try await Fetcher.local().data(for: FetchRequest(address: image.url)).value()
        #expect(String(fetched.body.count) == image.size)
        dispositions += fetched.head.fields["Content-Disposition"].map { [$0] } ?? []
      }
      #expect(names.contains("..%2f..%2fevil.gif"))
      #expect(names.contains("%2e%2e"))
      #expect(names.contains { $0.count == 4096 })
      let decoded = names.compactMap(\.removingPercentEncoding)
      #expect(decoded.contains { $0.precomposedStringWithCanonicalMapping == "mèo-ngủ-trên-mái-nhà.gif" })
      #expect(decoded.contains { $0.utf8.count > 255 && $0.hasPrefix("👩‍👩‍👧‍👦") })
      #expect(decoded.contains { $0.contains("\0") })
      #expect(Set(names).count < names.count)
      #expect(dispositions.contains(#"attachment; filename="../../evil.gif""#))
      #expect(dispositions.count == 2)
    }
  }

  @Test("Hits of a search for a fault have it in their files, and nowhere else")
  func faults() async throws {
    try await withEmbedded { upstream in
      func failure(_ fault: String) async throws -> FetchError {
        let hit = try #require(try await hits("q=fault:\(fault)&limit=1", of: upstream).first)
        let image = try #require(hit.images?["fixed_width_small_still"])
        #expect(image.url.hasSuffix("&fault=\(fault)"))
        return try await #require(throws: FetchError.self) {
          try await Fetcher.local().data(for: FetchRequest(address: image.url)).value()
        }
      }
      for fault in ["truncate", "reset", "wrong-length"] {
        guard case .truncated = try await failure(fault).cause else {
          Issue.record("\(fault) does not break off")
          continue
        }
      }
      guard case .status(500, _) = try await failure("error500").cause,
        case .status(429, retryAfter: .seconds(1)) = try await failure("error429").cause,
        case .badRedirect = try await failure("redirect-loop").cause
      else {
        Issue.record("another failure")
        return
      }
    }
  }

  @Test(
    "What the network does to all answers it does to these",
    arguments: [UpstreamFault.error500, .truncate]
  )
  func network(fault: UpstreamFault) async throws {
    try await withEmbedded(network: .always(fault)) { upstream in
      for path in [
        "/v1/gifs/search?api_key=k&q=cat", "/media/\(GIFCatalogue(seed: 1).gifs[0].id)/100w_s.gif",
      ] {
        await #expect(throws: FetchError.self) {
          try await Fetcher.local().data(for: upstream.request(path)).value()
        }
      }
    }
  }
}

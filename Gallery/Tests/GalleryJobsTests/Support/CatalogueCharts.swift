import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryJobs
import GalleryUpstream
import Testing

/// A chart of the invented catalogue, as JSON of either generation.
enum CatalogueCharts {
  private static let catalogue = Catalogue(seed: 1)

  static func json(_ generation: FeedGeneration, country: String = "vn", count: Int = 25) throws -> Data {
    let route = try #require(FeedRoute(generation: generation, country: country, kind: .albums, count: count))
    let base = try #require(URL(string: "http://covers.test"))
    let updated = Date(timeIntervalSince1970: 1_700_000_000)
    return CatalogueFeed.json(route, from: catalogue, baseURL: base, updated: updated)
  }
}

extension Script {
  static func json(_ data: Data) -> Script {
    .ok(Array(data), contentType: "application/json")
  }
}

extension MusicJob {
  /// A job for whatever the upstream answers.
  static func reading(_ upstream: ScriptedUpstream, with fetcher: Fetcher = .local()) throws -> MusicJob {
    MusicJob(fetcher: fetcher, feed: try MusicFeed(address: upstream.url("/feed.json").absoluteString))
  }
}

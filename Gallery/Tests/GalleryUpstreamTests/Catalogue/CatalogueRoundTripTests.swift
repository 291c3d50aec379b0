import Foundation
import GalleryJobs
import GalleryUpstream
import Testing

/// The upstream writes and the job reads; neither knows the other's code, so an error of either shows here.
@Suite("What the catalogue means is what a reader of its feed gets")
struct CatalogueRoundTripTests {
  private let catalogue = Catalogue(seed: 11)
  private let base = "http://127.0.0.1:8099"
  private let updated = Date(timeIntervalSince1970: 1_710_587_780)

  private func answer(_ route: FeedRoute) throws -> Data {
    CatalogueFeed.json(route, from: catalogue, baseURL: try #require(URL(string: base)), updated: updated)
  }

  private func expectation(_ item: CatalogueItem, rank: Int, _ generation: FeedGeneration) throws -> ChartItem
  {
    let isFirst = generation == .v1
    let side = isFirst ? 200 : 100
    let artwork = try #require(
      CatalogueArtwork(seed: item.artworkSeed, width: side, height: side, format: isFirst ? .png : .jpg)
    )
    let genres = isFirst ? item.genres : Array(item.genres.prefix(4))
    return ChartItem(
      rank: rank,
      id: item.id,
      name: item.name,
      artist: item.artist,
      kind: item.kind == .albums ? .album : .song,
      releaseDate: item.release.text(asOf: updated).flatMap(CalendarDate.init(feedText:)),
      isExplicit: item.isExplicit,
      genres: genres.map(\.name).filter { $0 != "Music" },
      url: nil,
      artwork: ArtworkAddress(try #require(URL(string: base + artwork.path)))
    )
  }

  private func withoutURL(_ item: ChartItem) -> ChartItem {
    ChartItem(
      rank: item.rank,
      id: item.id,
      name: item.name,
      artist: item.artist,
      kind: item.kind,
      releaseDate: item.releaseDate,
      isExplicit: item.isExplicit,
      genres: item.genres,
      artwork: item.artwork
    )
  }

  @Test("Both generations, albums and songs, in several countries", arguments: FeedGeneration.allCases)
  func mostPlayed(generation: FeedGeneration) throws {
    for country in ["us", "vn", "jp", "ae"] {
      for kind in CatalogueKind.allCases {
        let route = try #require(FeedRoute(generation: generation, country: country, kind: kind, count: 100))
        let chart = try JSONDecoder().decode(Chart.self, from: answer(route))
        let meant = catalogue.chart(for: route)
        #expect(chart.title == route.title)
        #expect(chart.country == country)
        #expect(chart.updated == updated)
        #expect(chart.items.count == meant.count)
        for (index, (read, item)) in zip(chart.items, meant).enumerated() {
          #expect(withoutURL(read) == (try expectation(item, rank: index + 1, generation)))
          #expect(read.url?.host() == "127.0.0.1")
          #expect(read.url?.absoluteString.contains(item.id) == true)
        }
      }
    }
  }

  @Test("Every work of the catalogue survives the trip, however hard its name is")
  func everyGenreChart() throws {
    for genre in CatalogueGenre.all {
      for feed in FirstGenerationFeed.allCases {
        let request = FeedRoute.Request.first(.appleMusic, feed, genre: genre, isExplicitAllowed: true)
        let route = try #require(FeedRoute(country: "gb", count: 100, request: request))
        let chart = try JSONDecoder().decode(Chart.self, from: answer(route))
        #expect(chart.items.map(\.name) == catalogue.chart(for: route).map(\.name))
      }
    }
  }

  @Test("The address that the job asks for is one that the catalogue answers", arguments: [1, 10, 42, 100])
  func address(limit: Int) throws {
    let feed = try MusicFeed(base: base, country: "VN", kind: .songs, limit: limit)
    let route = try #require(FeedRoute(path: feed.url.path()))
    #expect(route.kind == .songs)
    #expect(route.storefront.code == "vn")
    let chart = try JSONDecoder().decode(Chart.self, from: answer(route))
    #expect(chart.items.count >= limit)
  }

  @Test("A cover in the size that the job wants is one that the catalogue draws")
  func artwork() throws {
    let feed = try MusicFeed(base: base, limit: 10)
    let route = try #require(FeedRoute(path: feed.url.path()))
    let items = try JSONDecoder().decode(Chart.self, from: answer(route)).items
    let meant = catalogue.chart(for: route)
    #expect(items.count == meant.count)
    for (read, item) in zip(items, meant) {
      let larger = try #require(read.artwork?.url(for: .init(width: 600, height: 400)))
      let drawn = CatalogueArtwork(path: larger.path())
      #expect(drawn == CatalogueArtwork(seed: item.artworkSeed, width: 600, height: 400, format: .jpg))
    }
  }

  @Test("The artwork's size is read from its address, not from the field's name")
  func artworkSize() throws {
    for (generation, side) in [(FeedGeneration.v1, 200), (.v2, 100)] {
      let route = try #require(FeedRoute(generation: generation, country: "us", kind: .albums, count: 10))
      let chart = try JSONDecoder().decode(Chart.self, from: answer(route))
      #expect(Set(chart.items.map(\.artwork?.size)) == [CoverSize(width: side, height: side)])
    }
  }
}

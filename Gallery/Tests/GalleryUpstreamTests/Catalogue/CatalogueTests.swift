import Foundation
import Testing

@testable import GalleryUpstream

@Suite("An invented catalogue")
struct CatalogueTests {
  private let catalogue = Catalogue(seed: 20)

  private func chart(_ country: String, _ kind: CatalogueKind, _ count: Int = 100) throws -> [CatalogueItem] {
    let route = try #require(FeedRoute(generation: .v2, country: country, kind: kind, count: count))
    return catalogue.chart(for: route)
  }

  private func chart(path: String) throws -> [CatalogueItem] {
    catalogue.chart(for: try #require(FeedRoute(path: path)))
  }

  @Test(
    "The same seed gives the same works and charts, another seed other ones",
    arguments: CatalogueKind.allCases
  )
  func determinism(kind: CatalogueKind) throws {
    let twin = Catalogue(seed: 20)
    let other = Catalogue(seed: 21)
    #expect(catalogue.items(kind) == twin.items(kind))
    #expect(Set(catalogue.items(kind).map(\.name)) != Set(other.items(kind).map(\.name)))
    #expect(
      Set(catalogue.items(kind).map(\.artworkSeed)).isDisjoint(with: other.items(kind).map(\.artworkSeed))
    )
    let route = try #require(FeedRoute(generation: .v1, country: "vn", kind: kind, count: 100))
    #expect(catalogue.chart(for: route) == twin.chart(for: route))
  }

  @Test("Numbers are ten digits and never given twice")
  func numbers() {
    let items = CatalogueKind.allCases.flatMap(catalogue.items)
    let ids = items.map(\.id) + items.compactMap(\.collection?.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.utf8.count == 10 && Int($0) != nil })
    let artists = Dictionary(grouping: items, by: \.artistID)
    #expect(artists.keys.allSatisfy { $0.utf8.count == 9 && Int($0) != nil })
  }

  @Test("Names seldom repeat, and every language has its works", arguments: CatalogueKind.allCases)
  func names(kind: CatalogueKind) {
    let items = catalogue.items(kind)
    #expect(Set(items.map(\.name)).count > items.count * 97 / 100)
    #expect(Set(items.map(\.language)) == Set(CatalogueLanguage.allCases))
    #expect(items.allSatisfy { !$0.name.isEmpty && !$0.artist.isEmpty })
  }

  /// Each of these has broken somebody's page or parser.
  @Test("Among the names are all the things that are hard to show")
  func hardNames() {
    let items = CatalogueKind.allCases.flatMap(catalogue.items)
    for text in ["&", "\"", "“", "(feat. ", "(Deluxe)", " - EP", "<", "ế", "ö", "の", "🌊"] {
      #expect(items.contains { $0.name.contains(text) }, "no name with \(text)")
    }
    #expect(items.contains { $0.name.count > 120 })
    #expect(items.contains { $0.artist.contains(", ") && $0.artist.contains(" & ") })
    let emoji = items.count { $0.name.unicodeScalars.contains { $0.properties.isEmojiPresentation } }
    #expect((1...60).contains(emoji), "emoji are rare")
  }

  @Test("Facts are missing as often as in the recorded feeds")
  func missingFacts() {
    let items = (UInt64(0)..<8).flatMap { seed in
      let catalogue = Catalogue(seed: seed)
      return CatalogueKind.allCases.flatMap(catalogue.items)
    }
    let explicit = items.count(where: \.isExplicit)
    #expect(explicit > items.count * 60 / 100 && explicit < items.count * 66 / 100)
    #expect((5...60).contains(items.count { $0.release == .unannounced }))
    #expect((5...60).contains(items.count { $0.copyright == nil }))
  }

  @Test("Every work has two to eight genres, Music among them, none twice")
  func genres() {
    let items = CatalogueKind.allCases.flatMap(catalogue.items)
    for item in items {
      #expect((2...8).contains(item.genres.count))
      #expect(item.genres.contains(.music))
      #expect(Set(item.genres).count == item.genres.count)
    }
    #expect(items.contains { $0.genres.first == .music }, "Music is not always last")
    #expect(items.contains { $0.genres.count > 4 })
  }

  @Test("Songs are on something, albums are not")
  func collections() {
    #expect(catalogue.items(.albums).allSatisfy { $0.collection == nil })
    let songs = catalogue.items(.songs)
    #expect(songs.allSatisfy { $0.collection != nil })
    #expect(songs.contains { $0.collection?.name == $0.name + " - Single" })
    #expect(songs.contains { $0.collection?.name.hasSuffix(" - Single") == false })
  }

  @Test("Each country has its own order")
  func countries() throws {
    let orders = try ["us", "gb", "vn", "kr", "de", "is"].map { try chart($0, .albums, 25).map(\.id) }
    #expect(Set(orders).count == orders.count)
  }

  @Test("A country hears its own language first, and the world's hits too")
  func taste() throws {
    let vietnam = try chart("vn", .songs)
    #expect(vietnam.prefix(10).count { $0.language == .vietnamese } >= 5)
    #expect(Set(vietnam.map(\.language)).count >= 3)
    let world = Set(try chart("us", .songs).map(\.id))
    #expect(vietnam.contains { world.contains($0.id) })
  }

  @Test("A shorter chart is the beginning of a longer one")
  func prefixes() throws {
    let hundred = try chart("us", .albums, 100)
    #expect(hundred.count == 100)
    #expect(Set(hundred.map(\.id)).count == 100)
    #expect(try chart("us", .albums, 10) == Array(hundred.prefix(10)))
  }

  @Test("A small country has fewer entries than were asked for")
  func smallCountry() throws {
    let depths = try ["ae", "is", "lu", "zw"].map { try chart($0, .albums).count }
    #expect(depths.allSatisfy { (38..<100).contains($0) })
    #expect(depths[0] == 38)
  }

  @Test("Without explicit works the chart is shorter, in the same order")
  func nonExplicit() throws {
    let full = try chart(path: "/api/v1/us/apple-music/top-albums/all/100/explicit.json")
    let clean = try chart(path: "/api/v1/us/apple-music/top-albums/all/100/non-explicit.json")
    #expect(clean == full.filter { !$0.isExplicit })
    #expect((20..<60).contains(clean.count))
  }

  @Test("Coming soon is not out yet, and there are fewer than a hundred of it")
  func comingSoon() throws {
    let soon = try chart(path: "/api/v1/us/apple-music/coming-soon/all/100/explicit.json")
    #expect((15..<60).contains(soon.count))
    for item in soon {
      guard case .ahead(let days) = item.release else {
        Issue.record("\(item.name) is out")
        continue
      }
      #expect((1...90).contains(days))
    }
  }

  @Test("New releases are new", arguments: ["new-releases", "new-music", "recent-releases"])
  func newReleases(feed: String) throws {
    let items = try chart(path: "/api/v1/gb/itunes-music/\(feed)/all/50/explicit.json")
    #expect(items.count == 50)
    let texts = items.compactMap { $0.release.text(asOf: .distantPast) }
    #expect(texts.count == 50 && texts.allSatisfy { $0 >= "2025-01-01" && $0 < "2026-07-01" })
  }

  @Test("A genre's chart holds nothing else", arguments: CatalogueGenre.all)
  func genreChart(genre: CatalogueGenre) throws {
    let items = try chart(path: "/api/v1/us/itunes-music/top-songs/\(genre.slug)/50/explicit.json")
    #expect(!items.isEmpty)
    #expect(items.allSatisfy { $0.genres.contains(genre) })
  }
}

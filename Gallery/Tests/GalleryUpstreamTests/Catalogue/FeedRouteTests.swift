import Testing

@testable import GalleryUpstream

@Suite("Which feed a path asks for")
struct FeedRouteTests {
  @Test("A first-generation path")
  func first() throws {
    let route = try #require(FeedRoute(path: "/api/v1/us/apple-music/coming-soon/all/10/explicit.json"))
    #expect(route.request == .first(.appleMusic, .comingSoon, genre: nil, isExplicitAllowed: true))
    #expect(route.generation == .v1)
    #expect(route.storefront.code == "us")
    #expect(route.count == 10)
    #expect(route.kind == .albums)
    #expect(route.title == "Coming Soon")
  }

  @Test("A first-generation path with a genre, without explicit works")
  func genre() throws {
    let route = try #require(
      FeedRoute(path: "/api/v1/vn/itunes-music/top-songs/r-b-soul/100/non-explicit.json")
    )
    guard case .first(.iTunesMusic, .topSongs, let genre, isExplicitAllowed: false) = route.request else {
      Issue.record("another request: \(route.request)")
      return
    }
    #expect(genre?.name == "R&B/Soul")
    #expect(route.kind == .songs)
  }

  @Test("A second-generation path", arguments: CatalogueKind.allCases)
  func second(kind: CatalogueKind) throws {
    let route = try #require(FeedRoute(path: "/api/v2/jp/music/most-played/50/\(kind.rawValue).json"))
    #expect(route.request == .second(kind))
    #expect(route.generation == .v2)
    #expect(route.count == 50)
    #expect(route.title == (kind == .albums ? "Top Albums" : "Top Songs"))
  }

  @Test("Counts that people used although the generators did not offer them", arguments: [1, 4, 15, 20, 100])
  func unofferedCount(count: Int) {
    #expect(FeedRoute(path: "/api/v2/us/music/most-played/\(count)/albums.json")?.count == count)
  }

  @Test("Every route's path leads back to it")
  func roundTrip() throws {
    for feed in FirstGenerationFeed.allCases {
      for store in FirstGenerationStore.allCases {
        for genre in CatalogueGenre.all.map(Optional.some) + [nil] {
          for isAllowed in [true, false] {
            let request = FeedRoute.Request.first(store, feed, genre: genre, isExplicitAllowed: isAllowed)
            let route = try #require(FeedRoute(country: "de", count: 25, request: request))
            #expect(FeedRoute(path: route.path) == route)
          }
        }
      }
    }
    for generation in FeedGeneration.allCases {
      for kind in CatalogueKind.allCases {
        let route = try #require(FeedRoute(generation: generation, country: "gb", kind: kind, count: 7))
        #expect(FeedRoute(path: route.path) == route)
        #expect(route.generation == generation)
        #expect(route.kind == kind)
      }
    }
  }

  @Test(
    "Paths that the real hosts answer with 404",
    arguments: [
      "", "/", "/api", "/api/v2", "/api/v3/us/music/most-played/10/albums.json",
      "/api/v2/us/music/most-played/10/albums", "/api/v2/us/music/most-played/10/albums.xml",
      "/api/v2/us/music/most-played/10/playlists.json", "/api/v2/us/music/most-played/10/music-videos.json",
      "/api/v2/us/apps/most-played/10/albums.json", "/api/v2/us/music/top/10/albums.json",
      "/api/v2/zz/music/most-played/10/albums.json", "/api/v2/US/music/most-played/10/albums.json",
      "/api/v2/usa/music/most-played/10/albums.json", "/api/v2//music/most-played/10/albums.json",
      "/api/v2/us/music/most-played/0/albums.json", "/api/v2/us/music/most-played/101/albums.json",
      "/api/v2/us/music/most-played/-1/albums.json", "/api/v2/us/music/most-played/+5/albums.json",
      "/api/v2/us/music/most-played/007/albums.json", "/api/v2/us/music/most-played/ten/albums.json",
      "/api/v2/us/music/most-played/99999999999999999999/albums.json",
      "/api/v2/us/music/most-played/１０/albums.json",
      "/api/v2/us/music/most-played/10/albums.json/", "//api/v2/us/music/most-played/10/albums.json",
      "/x/api/v2/us/music/most-played/10/albums.json", "/api/v2/us/music/most-played/10/albums.json?x=1",
      "/api/v1/us/apple-music/top-albums/10/explicit.json",
      "/api/v1/us/apple-music/top-albums/all/10/clean.json",
      "/api/v1/us/apple-music/top-albums/polka/10/explicit.json",
      "/api/v1/us/apple-music/top-playlists/all/10/explicit.json",
      "/api/v1/us/spotify/top-albums/all/10/explicit.json",
      "/api/v1/us/music/most-played/10/albums.json", "/api/v2/us/apple-music/top-albums/all/10/explicit.json",
      "/api/v1/../apple-music/top-albums/all/10/explicit.json",
    ]
  )
  func unknown(path: String) {
    #expect(FeedRoute(path: path) == nil)
  }

  @Test("A route cannot be made for a country or a count that has no feed")
  func impossible() {
    #expect(FeedRoute(generation: .v2, country: "zz", kind: .songs, count: 10) == nil)
    #expect(FeedRoute(generation: .v2, country: "us", kind: .songs, count: 0) == nil)
    #expect(FeedRoute(generation: .v1, country: "us", kind: .songs, count: 101) == nil)
  }
}

/// Which feed a path asks for.
///
/// ```
/// /api/v1/{country}/{apple-music|itunes-music}/{feed}/{all|genre}/{count}/{explicit|non-explicit}.json
/// /api/v2/{country}/music/most-played/{count}/{albums|songs}.json
/// ```
public struct FeedRoute: Sendable, Equatable {
  /// What is asked for in the terms of its generation.
  public enum Request: Sendable, Equatable {
    case first(FirstGenerationStore, FirstGenerationFeed, genre: CatalogueGenre?, isExplicitAllowed: Bool)
    case second(CatalogueKind)
  }

  public let storefront: Storefront
  /// How many entries are asked for, 1…100.
  public let count: Int
  public let request: Request

  static let counts = 1...100

  /// - Returns: `nil` where `count` is outside 1…100 or there is no shop in `country`.
  public init?(country: String, count: Int, request: Request) {
    guard let storefront = Storefront(code: country), Self.counts.contains(count) else { return nil }
    self.storefront = storefront
    self.count = count
    self.request = request
  }

  /// The chart of albums or songs that people listen to most: both generations have it.
  public init?(generation: FeedGeneration, country: String, kind: CatalogueKind, count: Int) {
    let request: Request =
      switch (generation, kind) {
      case (.v1, .albums): .first(.appleMusic, .topAlbums, genre: nil, isExplicitAllowed: true)
      case (.v1, .songs): .first(.appleMusic, .topSongs, genre: nil, isExplicitAllowed: true)
      case (.v2, _): .second(kind)
      }
    self.init(country: country, count: count, request: request)
  }

  public var generation: FeedGeneration {
    switch request {
    case .first: .v1
    case .second: .v2
    }
  }

  public var kind: CatalogueKind {
    switch request {
    case .first(_, let feed, _, _): feed.kind
    case .second(let kind): kind
    }
  }

  /// The title of the chart.
  public var title: String {
    switch request {
    case .first(_, let feed, _, _): feed.title
    case .second(.albums): "Top Albums"
    case .second(.songs): "Top Songs"
    }
  }

  var isExplicitAllowed: Bool {
    switch request {
    case .first(_, _, _, let isExplicitAllowed): isExplicitAllowed
    case .second: true
    }
  }

  /// Whether a work may be in the chart, wherever it would stand there.
  func admits(_ item: CatalogueItem) -> Bool {
    switch request {
    case .first(_, let feed, let genre, _):
      feed.admits(item.release) && (genre.map(item.genres.contains) ?? true)
    case .second: true
    }
  }
}

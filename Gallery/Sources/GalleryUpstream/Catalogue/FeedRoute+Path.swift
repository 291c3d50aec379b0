extension FeedRoute {
  /// The feed that a path asks for.
  ///
  /// - Parameter path: the path of a request, without query.
  /// - Returns: `nil` for whatever the real hosts answer with 404: other charts, countries without a shop,
  ///   counts that are no plain number from 1 to 100, empty segments.
  public init?(path: String) {
    guard path.hasPrefix("/api/"), path.hasSuffix(".json") else { return nil }
    let segments = path.dropLast(".json".count).split(separator: "/", omittingEmptySubsequences: false)
    switch segments.count {
    case 9 where segments[2] == "v1": self.init(first: segments.dropFirst(3).map(String.init))
    case 8 where segments[2] == "v2": self.init(second: segments.dropFirst(3).map(String.init))
    default: return nil
    }
  }

  /// The path that asks for this feed.
  public var path: String {
    switch request {
    case .first(let store, let feed, let genre, let isExplicitAllowed):
      "/api/v1/\(storefront.code)/\(store.rawValue)/\(feed.rawValue)/\(genre?.slug ?? "all")/\(count)/"
        + (isExplicitAllowed ? "explicit.json" : "non-explicit.json")
    case .second(let kind):
      "/api/v2/\(storefront.code)/music/most-played/\(count)/\(kind.rawValue).json"
    }
  }

  /// `{country}/{store}/{feed}/{genre}/{count}/{explicit|non-explicit}`.
  private init?(first segments: [String]) {
    guard let store = FirstGenerationStore(rawValue: segments[1]),
      let feed = FirstGenerationFeed(rawValue: segments[2]),
      let count = Self.count(segments[4]), ["explicit", "non-explicit"].contains(segments[5])
    else { return nil }
    let genre = CatalogueGenre.all.first { $0.slug == segments[3] }
    guard genre != nil || segments[3] == "all" else { return nil }
    let isExplicitAllowed = segments[5] == "explicit"
    self.init(
      country: segments[0],
      count: count,
      request: .first(store, feed, genre: genre, isExplicitAllowed: isExplicitAllowed)
    )
  }

  /// `{country}/music/most-played/{count}/{kind}`.
  private init?(second segments: [String]) {
    guard segments[1] == "music", segments[2] == "most-played", let count = Self.count(segments[3]),
      let kind = CatalogueKind(rawValue: segments[4])
    else { return nil }
    self.init(country: segments[0], count: count, request: .second(kind))
  }

  /// `Int` would take `+5` and `007` too.
  private static func count(_ text: String) -> Int? {
    Int(text).flatMap { String($0) == text ? $0 : nil }
  }
}

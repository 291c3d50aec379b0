/// An invented catalogue of music: about a thousand works whose names read like real ones, in ten languages.
///
/// Everything follows from the seed: the same seed gives the same works, covers and charts in every process
/// and on every machine. No artist, title or label in it is meant to be a real one.
public struct Catalogue: Sendable {
  public let seed: UInt64
  private let albums: [CatalogueItem]
  private let songs: [CatalogueItem]

  private static let worksPerKind = 500

  /// Invents the catalogue. Takes a few milliseconds, so make one and keep it.
  public init(seed: UInt64) {
    self.seed = seed
    let maker = CatalogueItemMaker(seed: seed)
    albums = maker.items(.albums, count: Self.worksPerKind)
    songs = maker.items(.songs, count: Self.worksPerKind)
  }

  /// All works of a kind, in no particular order.
  public func items(_ kind: CatalogueKind) -> [CatalogueItem] {
    switch kind {
    case .albums: albums
    case .songs: songs
    }
  }

  /// The chart that a feed shows, best first.
  ///
  /// A chart can have fewer entries than were asked for: small countries have short charts, and a feed
  /// without explicit works drops them from the chart without filling it up, as the real ones do.
  public func chart(for route: FeedRoute) -> [CatalogueItem] {
    let storefront = route.storefront
    let ranked = items(route.kind).filter(route.admits)
      .map { (item: $0, score: score($0, in: storefront)) }
      .sorted { ($0.score, $0.item.id) > ($1.score, $1.item.id) }
    return ranked.prefix(storefront.depth).map(\.item)
      .filter { route.isExplicitAllowed || !$0.isExplicit }
      .prefix(route.count).map { $0 }
  }

  /// How popular a work is in a country: part of it is the work's own, part the country's taste, and the
  /// languages that are spoken there come first.
  private func score(_ item: CatalogueItem, in storefront: Storefront) -> Int {
    var world = CatalogueRandom(seed: seed, salt: "fame/\(item.id)")
    var local = CatalogueRandom(seed: seed, salt: "taste/\(storefront.code)/\(item.id)")
    let place = storefront.languages.firstIndex(of: item.language)
    let spoken = place.map { 600 / ($0 + 1) } ?? 0
    let everywhere = item.language == .english ? 300 : 0
    return world.below(700) + local.below(500) + max(spoken, everywhere)
  }
}

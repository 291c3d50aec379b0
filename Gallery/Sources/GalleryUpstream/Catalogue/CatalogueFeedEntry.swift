import Foundation

/// Writes the works of a chart as the entries of a feed.
struct CatalogueFeedEntry {
  let route: FeedRoute
  let base: String
  let updated: Date

  func json(_ item: CatalogueItem) -> OrderedJSON {
    switch route.generation {
    case .v1: .object(first(item))
    case .v2: .object(second(item))
    }
  }

  private func first(_ item: CatalogueItem) -> [OrderedJSON.Member] {
    [
      ("artistName", .text(item.artist)),
      ("id", .text(item.id)),
      ("releaseDate", item.release.text(asOf: updated).map(OrderedJSON.text)),
      ("name", .text(item.name)),
      ("collectionName", (item.collection?.name).map(OrderedJSON.text)),
      ("kind", .text(item.kind.singular)),
      ("copyright", item.copyright.map(OrderedJSON.text)),
      ("artistId", .text(item.artistID)),
      ("contentAdvisoryRating", item.isExplicit ? .text("Explicit") : nil),
      ("artistUrl", .text(artistAddress(item))),
      ("artworkUrl100", artwork(item, side: 200, format: .png)),
      ("genres", .array(item.genres.map(genre))),
      ("url", .text(address(item))),
    ]
  }

  /// The mark of explicit works is misspelt in every real entry; a client that looks for the right spelling
  /// finds none.
  private func second(_ item: CatalogueItem) -> [OrderedJSON.Member] {
    [
      ("artistName", .text(item.artist)),
      ("id", .text(item.id)),
      ("name", .text(item.name)),
      ("releaseDate", item.release.text(asOf: updated).map(OrderedJSON.text)),
      ("kind", .text(item.kind.rawValue)),
      ("artistId", .text(item.artistID)),
      ("artistUrl", .text(artistAddress(item))),
      ("contentAdvisoryRating", item.isExplicit ? .text("Explict") : nil),
      ("artworkUrl100", artwork(item, side: 100, format: .jpg)),
      ("genres", .array(item.genres.prefix(4).map(genre))),
      ("url", .text(address(item))),
    ]
  }

  /// The first generation's covers are twice as large as the name of the field says.
  private func artwork(_ item: CatalogueItem, side: Int, format: CatalogueArtwork.Format) -> OrderedJSON? {
    CatalogueArtwork(seed: item.artworkSeed, width: side, height: side, format: format)
      .map { .text(base + $0.path) }
  }

  private func genre(_ genre: CatalogueGenre) -> OrderedJSON {
    .object([
      ("genreId", .text(genre.id)),
      ("name", .text(genre.name)),
      ("url", .text("\(base)/\(route.storefront.code)/genre/id\(genre.id)")),
    ])
  }

  /// A song's address is that of its album, with the song's number in `i`.
  private func address(_ item: CatalogueItem) -> String {
    let page = self.page("album", item.collection?.name ?? item.name, id: item.collection?.id ?? item.id)
    return link(page, query: item.collection == nil ? [] : ["i=\(item.id)"])
  }

  private func artistAddress(_ item: CatalogueItem) -> String {
    link(page("artist", item.artist, id: item.artistID), query: [])
  }

  private func page(_ folder: String, _ name: String, id: String) -> String {
    let slug = Slug.text(for: name)
    return "\(base)/\(route.storefront.code)/\(folder)/\(slug.isEmpty ? "" : slug + "/")\(id)"
  }

  private func link(_ page: String, query: [String]) -> String {
    var query = query
    if case .first(let store, _, _, _) = route.request { query.append("app=\(store.app)") }
    return query.isEmpty ? page : page + "?" + query.joined(separator: "&")
  }
}

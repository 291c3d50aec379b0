import Foundation

/// A chart of an invented ``Catalogue`` in the format of the real feeds.
///
/// Names, order and oddities of the fields are those of the generation, misspellings included. All addresses
/// that belong to a work lead to the upstream itself: a made-up number on the real shop's host would show
/// another work.
public enum CatalogueFeed {
  /// The body of the answer to a feed's path.
  ///
  /// - Parameters:
  ///   - baseURL: where the embedded upstream is reached; the feed's own address and all covers begin with
  ///     it.
  ///   - updated: when the chart is said to have been put together. Works that are not out yet are dated from
  ///     it.
  public static func json(
    _ route: FeedRoute,
    from catalogue: Catalogue,
    baseURL: URL,
    updated: Date
  ) -> Data {
    let address = baseURL.absoluteString
    let base = address.hasSuffix("/") ? String(address.dropLast()) : address
    let entry = CatalogueFeedEntry(route: route, base: base, updated: updated)
    let results = OrderedJSON.array(catalogue.chart(for: route).map(entry.json))
    let envelope = CatalogueFeedEnvelope(route: route, base: base, updated: updated, seed: catalogue.seed)
    return Data(envelope.json(results: results).minified.utf8)
  }
}

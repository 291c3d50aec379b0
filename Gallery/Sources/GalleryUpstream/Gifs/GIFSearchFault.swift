import GalleryConnections

/// What a search for `fault:NAME` does wrong: the known faults of the real one, so that a client can be tried
/// against each. All but the first four answer with hits that nothing else is wrong with.
enum GIFSearchFault: Sendable, Hashable {
  /// `no-pagination`: an empty list, and nothing said about pages.
  case noPagination
  /// `outage`: status 200 with an empty list, nothing about pages, an empty response ID, `Cache-Control: max-age=30` and
  /// `Retry-After: 0`, as recorded in Giphy/GiphyAPI#197.
  case outage
  /// `no-data`: an empty object in place of everything.
  case noData
  /// `malformed-json`: a body that breaks off in the middle of a word, and says that it is whole.
  case malformedJSON
  /// `unrelated`: one GIF that has nothing to do with the query, in place of an empty list.
  case unrelated
  case flaw(GIFFlaw)
  /// The name of any other ``UpstreamFault``: the answer is good, and the files of its hits have that fault.
  case files(UpstreamFault)

  /// - Returns: `nil` for a query that is none of these.
  init?(query: String) {
    let prefix = "fault:"
    guard query.hasPrefix(prefix) else { return nil }
    let name = String(query.dropFirst(prefix.count))
    switch name {
    case "no-pagination": self = .noPagination
    case "outage": self = .outage
    case "no-data": self = .noData
    case UpstreamFault.malformedJSON.rawValue: self = .malformedJSON
    case "unrelated": self = .unrelated
    default:
      if let flaw = GIFFlaw(rawValue: name) {
        self = .flaw(flaw)
      } else if let fault = UpstreamFault(rawValue: name) {
        self = .files(fault)
      } else {
        return nil
      }
    }
  }
}

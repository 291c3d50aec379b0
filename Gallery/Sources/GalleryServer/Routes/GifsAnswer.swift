import Foundation
import GalleryJobs

/// A page of a search as the page reads it, with pictures at addresses of this server.
struct GifsAnswer: Encodable {
  private enum CodingKeys: String, CodingKey { case attribution, found, hits, next, offset }

  /// The mark that Giphy asks for wherever its animations are shown.
  private let attribution = "Powered By GIPHY"
  private let found: Int?
  private let hits: [GifAnswer]
  private let offset: Int
  private let next: Int?

  /// - Parameter limit: How many hits were asked for.
  init(page: GifPage, limit: Int, signer: ImageSigner) {
    found = page.total
    hits = page.hits.map { GifAnswer($0, signer: signer) }
    offset = page.offset
    next = Self.next(after: page, limit: limit)
  }

  /// Where the next page begins; nil after the last. Fewer hits than were asked for are the last where Giphy does
  /// not say how many there are.
  private static func next(after page: GifPage, limit: Int) -> Int? {
    let end = page.offset + page.hits.count
    guard !page.hits.isEmpty, Giphy.offsets.contains(end) else { return nil }
    return page.total.map { end < $0 } ?? (page.hits.count >= limit) ? end : nil
  }

  /// By hand, for a missing fact is `null` and not left out.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(attribution, forKey: .attribution)
    try container.encode(found, forKey: .found)
    try container.encode(hits, forKey: .hits)
    try container.encode(next, forKey: .next)
    try container.encode(offset, forKey: .offset)
  }
}

import GalleryJobs

/// A slice of the wall as the page reads it.
struct CoversAnswer: Encodable {
  private enum CodingKeys: String, CodingKey { case covers, from, next }

  private let covers: [CoverAnswer]
  private let from: Int
  private let next: Int?

  init(page: ArticlePage, query: CoversQuery, signer: ImageSigner) {
    covers = page.articles.map { CoverAnswer($0, query: query, signer: signer) }
    from = query.from
    next = page.next
  }

  /// By hand, for a missing fact is `null` and not left out.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(covers, forKey: .covers)
    try container.encode(from, forKey: .from)
    try container.encode(next, forKey: .next)
  }
}

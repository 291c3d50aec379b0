import Foundation

/// An article of the list that has no end, invented from a seed and its place in the list.
struct UpstreamArticle: Sendable {
  let index: Int
  let title: String
  let author: String
  let summary: String
  let publishedAt: Date

  init(index: Int, seed: UInt64) {
    self.index = index
    var random = CatalogueRandom(seed: seed, salt: "article/\(index)")
    let words = random.below(4) == 0 ? ArticleWords.vietnamese : .english
    title = words.vocabulary.title(&random)
    author = words.vocabulary.person(&random)
    summary = words.summary(&random)
    publishedAt = Self.moment(of: index, minute: random.below(Self.interval / 60))
  }

  /// Seconds between the first articles of the list.
  private static let interval = 3 * 3600

  /// The first article is of 21 November 2026, and none is newer than the one before it. Further down they lie
  /// closer and closer, so that none is older than a hundred years, however far the list goes on.
  private static func moment(of index: Int, minute: Int) -> Date {
    let newest = 1_795_251_600.0
    let span = 100 * 365.25 * 86_400
    let place = Double(index) + Double(index == 0 ? 0 : minute) * 60 / Double(interval)
    let age = span * place / (place + span / Double(interval))
    return Date(timeIntervalSince1970: newest - (age / 60).rounded() * 60)
  }

  /// - Parameter base: Where the client reached the upstream, without a slash at the end.
  func json(base: String) -> OrderedJSON {
    .object([
      ("id", .number(index)),
      ("title", .text(title)),
      ("author", .text(author)),
      ("summary", .text(summary)),
      ("publishedAt", .text(publishedAt.formatted(.iso8601))),
      (
        "cover",
        .object([
          ("url", .text("\(base)/covers/\(index).jpg")),
          ("width", .number(CoverScene.width)),
          ("height", .number(CoverScene.height)),
        ])
      ),
    ])
  }
}

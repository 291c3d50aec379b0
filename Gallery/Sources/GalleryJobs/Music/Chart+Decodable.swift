import Foundation

extension Chart: Decodable {
  private enum AnswerKey: String, CodingKey {
    case feed
  }

  private enum FeedKey: String, CodingKey {
    case title, country, updated, results
  }

  /// Decodes `{"feed":{…,"results":[…]}}`.
  ///
  /// - Throws: `DecodingError` where the answer is no feed (`feed` or `results` is absent or of another
  ///   shape) or where an entry lacks what ``ChartItem`` requires. Everything else that is missing or odd is
  ///   `nil`.
  public init(from decoder: any Decoder) throws {
    let answer = try decoder.container(keyedBy: AnswerKey.self)
    let feed = try answer.nestedContainer(keyedBy: FeedKey.self, forKey: .feed)
    var results = try feed.nestedUnkeyedContainer(forKey: .results)
    var items: [ChartItem] = []
    while !results.isAtEnd {
      items.append(try results.decode(FeedEntry.self).item(rank: items.count + 1))
    }
    self.init(
      title: feed.fact(.title),
      country: feed.fact(.country),
      updated: feed.fact(.updated).flatMap(FeedTimestamp.date(from:)),
      items: items
    )
  }
}

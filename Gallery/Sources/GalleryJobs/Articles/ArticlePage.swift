/// A slice of the endless list.
public struct ArticlePage: Codable, Sendable, Equatable {
  public let articles: [Article]
  /// Where the slice after this one begins; `nil` at an end, if a list has one.
  public let next: Int?

  public init(articles: [Article], next: Int?) {
    self.articles = articles
    self.next = next
  }
}

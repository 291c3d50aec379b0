/// What a request for articles asks for.
enum ArticleRoute: Sendable, Hashable {
  /// `/articles?from=&count=`: a slice of the list, which goes on for longer than anybody gets.
  case page(from: Int, count: Int)
  /// `/articles/{index}.json`
  case article(Int)
  /// `/covers/{index}.jpg`
  case cover(Int)

  /// Where a slice may begin. Numbers of this size are still exact in JavaScript.
  static let starts = 0...999_999_999_999_999
  /// Which articles there are.
  static let indices = 0...9_999_999_999_999_999
  /// How many articles a slice may have.
  static let counts = 1...200
  /// How many it has where nothing was asked for.
  static let usualCount = 20

  /// - Returns: `nil` for a path of another shape. Numbers have one spelling, without zeros before them.
  /// - Throws: ``QueryMistake`` where the query asks for what cannot be had.
  init?(path: String, query: String?) throws(QueryMistake) {
    if path == "/articles" {
      let parameters = QueryParameters(query)
      let start = try parameters.number("from", within: Self.starts) ?? 0
      let count = try parameters.number("count", within: Self.counts) ?? Self.usualCount
      self = .page(from: start, count: count)
    } else if let index = path.number(between: "/articles/", and: ".json", within: Self.indices) {
      self = .article(index)
    } else if let index = path.number(between: "/covers/", and: ".jpg", within: Self.indices) {
      self = .cover(index)
    } else {
      return nil
    }
  }
}

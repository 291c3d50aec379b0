import ErrandsLoading
import Foundation

/// Where articles come from.
///
/// ```swift
/// let feed = ArticleFeed(base: upstream.url)
/// let page = try await fetcher.json(ArticlePage.self, for: feed.page(from: 0, count: 20)).value()
/// ```
public struct ArticleFeed: Sendable, Hashable {
  /// How many articles a slice may have.
  public static let counts = 1...200

  /// Scheme, host and, if need be, a port and a path.
  public let base: URL

  public init(base: URL) {
    self.base = base
  }

  /// Asks for a slice of the list.
  ///
  /// - Parameters:
  ///   - start: The place of its first article; what lies before the list begins at 0.
  ///   - count: How many articles; taken to the nearest of ``counts``.
  public func page(from start: Int, count: Int) -> FetchRequest {
    let count = min(max(count, Self.counts.lowerBound), Self.counts.upperBound)
    let query = [
      URLQueryItem(name: "from", value: "\(max(0, start))"), URLQueryItem(name: "count", value: "\(count)"),
    ]
    return json(base.appending(path: "articles").appending(queryItems: query))
  }

  /// Asks for one article.
  public func article(_ id: Int) -> FetchRequest { json(base.appending(path: "articles/\(id).json")) }

  private func json(_ url: URL) -> FetchRequest {
    FetchRequest(url, fields: ["Accept": "application/json"])
  }
}

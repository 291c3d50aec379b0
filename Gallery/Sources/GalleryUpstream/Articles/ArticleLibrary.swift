import ErrandsUpstream
import Foundation

/// What the embedded upstream answers about articles: slices of the list that has no end that anybody gets to, each article, and each
/// cover.
struct ArticleLibrary: Sendable {
  private let seed: UInt64
  private let studio: CoverStudio

  init(seed: UInt64) {
    self.seed = seed
    studio = CoverStudio(seed: seed)
  }

  /// - Returns: `nil` for what has nothing to do with articles.
  func answer(to request: RecordedRequest, base: String) async throws -> Script? {
    do {
      switch try ArticleRoute(path: request.path, query: request.query) {
      case .page(let start, let count): return json(page(from: start, count: count, base: base))
      case .article(let index): return json(UpstreamArticle(index: index, seed: seed).json(base: base))
      case .cover(let index): return try await studio.cover(index).answer(to: request)
      case nil: return nil
      }
    } catch let mistake as QueryMistake {
      return .status(400, text: mistake.description)
    }
  }

  private func page(from start: Int, count: Int, base: String) -> OrderedJSON {
    let articles = (start..<start + count).map { UpstreamArticle(index: $0, seed: seed).json(base: base) }
    let next = start + count
    let isThere = ArticleRoute.starts.contains(next)
    return .object([("articles", .array(articles)), ("next", isThere ? .number(next) : nil)])
  }

  private func json(_ value: OrderedJSON) -> Script {
    .ok(Array(value.minified.utf8), contentType: "application/json; charset=utf-8")
  }
}

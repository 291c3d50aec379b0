import Foundation
import Testing

@testable import GalleryUpstream

@Suite("Invented articles")
struct UpstreamArticleTests {
  private func articles(_ indices: some Sequence<Int>, seed: UInt64 = 1) -> [UpstreamArticle] {
    indices.map { UpstreamArticle(index: $0, seed: seed) }
  }

  @Test("A seed and a place are one article, for ever")
  func deterministic() {
    let text = UpstreamArticle(index: 3, seed: 7).json(base: "http://a.test").minified
    #expect(UpstreamArticle(index: 3, seed: 7).json(base: "http://a.test").minified == text)
    #expect(UpstreamArticle(index: 3, seed: 8).json(base: "http://a.test").minified != text)
    #expect(UpstreamArticle(index: 4, seed: 7).json(base: "http://a.test").minified != text)
  }

  @Test("They come in two languages, and differ from their neighbours")
  func variety() {
    let articles = articles(0..<400)
    #expect(Set(articles.map(\.title)).count > 150)
    #expect(Set(articles.map(\.summary)).count > 80)
    let vietnamese = articles.count { $0.summary.contains(/[ạảấầẩậắằẵặẹẻẽếềểễệỉịọỏốồổỗộớờởợụủứừửữựỳỵỷỹ]/) }
    #expect((60..<140).contains(vietnamese))
  }

  @Test("The newest comes first, and none is older than a hundred years, however far down the list")
  func moments() {
    #expect(UpstreamArticle(index: 0, seed: 1).publishedAt == Date(timeIntervalSince1970: 1_795_251_600))
    let far = [10_000, 1_000_000, 1_000_000_000, ArticleRoute.starts.upperBound]
    let moments = articles(Array(0..<500) + far).map(\.publishedAt)
    #expect(zip(moments, moments.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(moments.allSatisfy { $0.timeIntervalSince1970 > 1_795_251_600 - 100.1 * 365.25 * 86_400 })
    // A wall of articles of one day would not look like a magazine's.
    #expect(moments[8].timeIntervalSince(moments[0]) < -86_000)
  }

  @Test("The JSON is that of the format, in its order")
  func format() throws {
    let article = UpstreamArticle(index: 17, seed: 1)
    let text = article.json(base: "http://a.test:81").minified
    #expect(text.hasPrefix(#"{"id":17,"title":"#))
    let cover = #""cover":{"url":"http://a.test:81/covers/17.jpg","width":1200,"height":800}}"#
    #expect(text.hasSuffix(cover))
    #expect(text.contains(/"publishedAt":"20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:00Z"/))
  }
}

import ErrandsLoading
import Foundation
import GalleryJobs
import GalleryUpstream
import Testing

@Suite("Where articles come from", .timeLimit(.minutes(1)))
struct ArticleFeedTests {
  @Test(
    "A slice is asked for by its place and length, within what the upstream takes",
    arguments: [
      (0, 20, "from=0&count=20"), (-3, 5, "from=0&count=5"), (40, 0, "from=40&count=1"),
      (7, 5000, "from=7&count=200"),
    ]
  )
  func slices(start: Int, count: Int, query: String) throws {
    let feed = ArticleFeed(base: try #require(URL(string: "http://articles.test:81")))
    let request = feed.page(from: start, count: count)
    #expect(request.url.absoluteString == "http://articles.test:81/articles?\(query)")
    #expect(request.fields["Accept"] == "application/json")
  }

  @Test("A base may have a path, and may end with a slash")
  func bases() throws {
    for base in ["http://articles.test/magazine", "http://articles.test/magazine/"] {
      let feed = ArticleFeed(base: try #require(URL(string: base)))
      #expect(feed.article(17).url.absoluteString == "http://articles.test/magazine/articles/17.json")
      let page = feed.page(from: 1, count: 2).url.absoluteString
      #expect(page == "http://articles.test/magazine/articles?from=1&count=2")
    }
  }

  @Test("The embedded upstream answers in this format, slice after slice")
  func embedded() async throws {
    let upstream = try await EmbeddedUpstream.start()
    let feed = ArticleFeed(base: upstream.url)
    let fetcher = Fetcher.local()
    let first = try await fetcher.json(ArticlePage.self, for: feed.page(from: 0, count: 30)).value()
    let next = try #require(first.next)
    let second = try await fetcher.json(ArticlePage.self, for: feed.page(from: next, count: 30)).value()
    let article = try await fetcher.json(Article.self, for: feed.article(17)).value()
    await upstream.stop()
    #expect((first.articles + second.articles).map(\.id) == Array(0..<60))
    #expect(first.articles[17] == article)
    #expect(article.cover.url.port == upstream.port)
  }
}

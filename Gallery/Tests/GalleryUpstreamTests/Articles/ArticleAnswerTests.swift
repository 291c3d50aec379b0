import ErrandsImages
import ErrandsLoading
import ErrandsTesting
import Foundation
import GalleryConnections
import GalleryJobs
import GalleryUpstream
import Testing

@Suite("The embedded upstream's articles", .timeLimit(.minutes(1)))
struct ArticleAnswerTests {
  @Test("A slice, an article and its cover lead to one another")
  func answers() async throws {
    try await withEmbedded { upstream in
      let fetcher = Fetcher.local()
      let slice = try await fetcher.data(for: upstream.request("/articles?from=40&count=3")).value()
      #expect(slice.head.fields["Content-Type"] == "application/json; charset=utf-8")
      let page = try slice.json(ArticlePage.self)
      #expect(page.articles.map(\.id) == [40, 41, 42])
      #expect(page.next == 43)
      let article = try await fetcher.json(Article.self, for: upstream.request("/articles/41.json")).value()
      #expect(article == page.articles[1])
      let cover = try await fetcher.data(for: FetchRequest(article.cover.url)).value()
      #expect(cover.head.fields["Content-Type"] == "image/jpeg")
      #expect(cover.head.fields["Cache-Control"] == "public, max-age=86400")
      let info = try await ImageInfo(reading: cover.body)
      #expect((info.width, info.height) == (article.cover.width, article.cover.height))
    }
  }

  // It led on to where a slice cannot begin, which is answered with 400.
  @Test("The last slice leads nowhere")
  func last() async throws {
    try await withEmbedded { upstream in
      let last = "999999999999999"
      let page = try await Fetcher.local().json(
        ArticlePage.self,
        for: upstream.request("/articles?from=\(last)&count=2")
      ).value()
      #expect(page.articles.map { "\($0.id)" } == [last, "1000000000000000"])
      #expect(page.next == nil)
    }
  }

  @Test("Two upstreams of one seed answer the same, and of another seed another")
  func seeds() async throws {
    func articles(_ seed: UInt64) async throws -> [String] {
      try await withEmbedded(seed: seed) { upstream in
        try await Fetcher.local().json(ArticlePage.self, for: upstream.request("/articles")).value()
          .articles.map { "\($0.title)|\($0.author)|\($0.summary)|\($0.publishedAt)" }
      }
    }
    let first = try await articles(5)
    #expect(first.count == 20)
    #expect(try await articles(5) == first)
    #expect(try await articles(6) != first)
  }

  @Test("What there is not is 404")
  func missing() async throws {
    try await withEmbedded { upstream in
      let request = try upstream.request("/articles/x.json")
      await #expect(throws: FetchError(request.url, .status(404, retryAfter: nil))) {
        try await Fetcher.local().data(for: request).value()
      }
    }
  }

  @Test(
    "A value made to hurt is 400",
    arguments: ["from=-1", "count=1000000", "from=../../etc/passwd", "from=%00", "count=%3Cscript%3E"]
  )
  func hostile(query: String) async throws {
    try await withEmbedded { upstream in
      let request = try upstream.request("/articles?\(query)")
      await #expect(throws: FetchError(request.url, .status(400, retryAfter: nil))) {
        try await Fetcher.local().data(for: request).value()
      }
    }
  }

  @Test("The network's faults happen to articles as to everything else")
  func faults() async throws {
    try await withEmbedded(network: .always(.malformedJSON)) { upstream in
      let request = try upstream.request("/articles/3.json")
      let error = try await #require(throws: FetchError.self) {
        try await Fetcher.local().json(Article.self, for: request).value()
      }
      guard case .malformedJSON = error.cause else {
        Issue.record("\(error)")
        return
      }
    }
    try await withEmbedded(network: .always(.truncate)) { upstream in
      let request = try upstream.request("/covers/3.jpg")
      let error = try await #require(throws: FetchError.self) {
        try await Fetcher.local().data(for: request).value()
      }
      guard case .truncated = error.cause else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("The network's slowness holds covers up as everything else")
  func weather() async throws {
    let clock = VirtualClock()
    var network = Network()
    network.latency = .milliseconds(80)
    try await withEmbedded(network: network, clock: clock) { upstream in
      async let cover = Fetcher.local().data(for: try upstream.request("/covers/2.jpg")).value()
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .milliseconds(80))
      #expect(try await ImageFormat(sniffing: cover.body) == .jpeg)
    }
  }
}

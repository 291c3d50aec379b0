import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("Articles as they come from a server", .timeLimit(.minutes(1)))
struct ArticleTests {
  private static let text = """
    {"id":17,"title":"Thư từ","author":"Odessa & Quill","summary":"“Once”.","publishedAt":"2026-11-21T09:00:00Z",\
    "cover":{"url":"http://covers.test/covers/17.jpg","width":1200,"height":800}}
    """

  private func article(_ text: String) throws -> Article {
    let url = try #require(URL(string: "http://covers.test/articles/17.json"))
    return try FetchedData(head: FetchHead(url: url, status: 200, fields: [:]), body: Data(text.utf8))
      .json(Article.self)
  }

  @Test("Every fact is read")
  func facts() throws {
    let article = try article(Self.text)
    #expect(article.id == 17)
    #expect(article.title == "Thư từ")
    #expect(article.author == "Odessa & Quill")
    #expect(article.summary == "“Once”.")
    #expect(article.publishedAt == Date(timeIntervalSince1970: 1_795_251_600))
    let url = try #require(URL(string: "http://covers.test/covers/17.jpg"))
    #expect(article.cover == Article.Cover(url: url, width: 1200, height: 800))
  }

  @Test("What is written is what was read")
  func roundTrip() throws {
    let article = try article(Self.text)
    let written = try JSONEncoder().encode(article)
    #expect(try JSONDecoder().decode(Article.self, from: written) == article)
    // As text, and not in the encoder's own way of writing moments.
    #expect(String(decoding: written, as: UTF8.self).contains(#""publishedAt":"2026-11-21T09:00:00Z""#))
  }

  /// A sentence that says only that the format is not the expected one sends people looking through megabytes.
  @Test(
    "An error names the path of what is odd",
    arguments: [
      (#""id":17"#, #""id":"17""#, "id", "expected a number, found text"),
      (#""title":"Thư từ","#, "", "title", "it is missing"),
      (#""author":"Odessa & Quill""#, #""author":null"#, "author", "expected text, found null"),
      (
        "2026-11-21T09:00:00Z", "yesterday", "publishedAt",
        "expected a moment such as 2026-11-21T09:00:00Z"
      ),
      (#""width":1200"#, #""width":0"#, "cover.width", "expected a number of pixels"),
      (
        "http://covers.test/covers/17.jpg", "javascript:alert(1)", "cover.url",
        "expected an address that begins with http:// or https://"
      ),
    ]
  )
  func odd(part: String, replacement: String, path: String, reason: String) throws {
    let text = Self.text.replacing(part, with: replacement)
    #expect(text != Self.text)
    let error = try #require(throws: FetchError.self) { try article(text) }
    let url = try #require(URL(string: "http://covers.test/articles/17.json"))
    #expect(error == FetchError(url, .unexpectedJSON(path: path, reason: reason)))
  }

  @Test("In a slice the path begins at its root")
  func slice() async throws {
    let odd = Self.text.replacing(#""height":800"#, with: #""height":true"#)
    let body = #"{"articles":[\#(Self.text),\#(odd)],"next":2}"#
    try await withUpstream(.ok(Array(body.utf8), contentType: "application/json")) { upstream in
      let request = ArticleFeed(base: upstream.url).page(from: 0, count: 2)
      let errand = Fetcher.local().json(ArticlePage.self, for: request)
      let error = FetchError(
        request.url,
        .unexpectedJSON(
          path: "articles[1].cover.height",
          reason: "expected a number, found true or false"
        )
      )
      await #expect(throws: error) { try await errand.value() }
    }
  }
}

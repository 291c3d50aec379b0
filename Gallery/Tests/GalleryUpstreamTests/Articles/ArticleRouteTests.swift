import Testing

@testable import GalleryUpstream

@Suite("What a request for articles asks for")
struct ArticleRouteTests {
  @Test("Slices, articles and covers are told apart")
  func read() throws {
    #expect(try ArticleRoute(path: "/articles", query: nil) == .page(from: 0, count: 20))
    #expect(try ArticleRoute(path: "/articles", query: "count=3&from=40") == .page(from: 40, count: 3))
    #expect(try ArticleRoute(path: "/articles/17.json", query: nil) == .article(17))
    #expect(try ArticleRoute(path: "/covers/0.jpg", query: "width=3") == .cover(0))
  }

  @Test("The list has no end that anybody could scroll to")
  func endless() throws {
    let last = ArticleRoute.starts.upperBound
    #expect(
      try ArticleRoute(path: "/articles", query: "from=\(last)&count=200") == .page(from: last, count: 200)
    )
    #expect(try ArticleRoute(path: "/articles/\(last + 199).json", query: nil) == .article(last + 199))
    #expect(try ArticleRoute(path: "/covers/\(last + 199).jpg", query: nil) == .cover(last + 199))
  }

  @Test(
    "Other paths are none",
    arguments: [
      "/articles/", "/articles/017.json", "/articles/-1.json", "/articles/1.jpg", "/articles/1", "/covers",
      "/covers/1.png", "/covers/1.jpg/", "/covers/一.jpg", "/covers/1%2ejpg", "/x/articles",
      "/articles/../1.json",
      "/articles/12345678901234567.json", "/covers/99999999999999999999999999999999999999999.jpg",
    ]
  )
  func others(path: String) throws {
    #expect(try ArticleRoute(path: path, query: nil) == nil)
  }

  @Test(
    "What cannot be had is a sentence",
    arguments: [
      ("count=0", "count=0 is not possible; give a number from 1 to 200."),
      ("count=201", "count=201 is not possible; give a number from 1 to 200."),
      ("count=", "count= is not possible; give a number from 1 to 200."),
      ("count=1e2", "count=1e2 is not possible; give a number from 1 to 200."),
      ("from=-1", "from=-1 is not possible; give a number from 0 to 999999999999999."),
      ("from=%2B5", "from=+5 is not possible; give a number from 0 to 999999999999999."),
      (
        "from=99999999999999999999",
        "from=99999999999999999999 is not possible; give a number from 0 to 999999999999999."
      ),
      ("from=%00", "from=\0 is not possible; give a number from 0 to 999999999999999."),
      ("from=٣", "from=٣ is not possible; give a number from 0 to 999999999999999."),
    ]
  )
  func mistakes(query: String, sentence: String) throws {
    let mistake = try #require(throws: QueryMistake.self) {
      try ArticleRoute(path: "/articles", query: query)
    }
    #expect(mistake.description == sentence)
  }

  @Test("A value of four kilobytes is not repeated whole")
  func long() throws {
    let query = "from=" + String(repeating: "9", count: 4096)
    let mistake = try #require(throws: QueryMistake.self) {
      try ArticleRoute(path: "/articles", query: query)
    }
    #expect(mistake.description.utf8.count < 120)
  }
}

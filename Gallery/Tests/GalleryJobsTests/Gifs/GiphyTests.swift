import ErrandsLoading
import Foundation
import GalleryJobs
import Testing

@Suite("What Giphy is asked")
struct GiphyTests {
  private func query(_ keyword: String, limit: Int = 25, offset: Int = 0) throws -> String {
    let url = try Giphy(key: "k").request(for: keyword, limit: limit, offset: offset).url
    #expect(url.path() == "/v1/gifs/search")
    return try #require(url.query(percentEncoded: true))
  }

  /// A `+` that is left as it is comes out as a space at the other end, and a `&` ends the keyword.
  @Test(
    "A keyword reaches it as it is, whatever is in it",
    arguments: [
      ("cats", "cats"), ("  cats\n", "cats"), ("mèo", "m%C3%A8o"), ("me\u{300}o", "m%C3%A8o"),
      ("a b&c=d", "a%20b%26c%3Dd"), ("#1/../..?", "%231%2F..%2F..%3F"), ("1+1", "1%2B1"), ("50%", "50%25"),
      ("🐈‍⬛", "%F0%9F%90%88%E2%80%8D%E2%AC%9B"), ("..", ".."), ("/", "%2F"), ("a;b'c\"", "a%3Bb%27c%22"),
    ]
  )
  func keyword(_ keyword: String, _ encoded: String) throws {
    #expect(try query(keyword) == "q=\(encoded)&limit=25&offset=0")
  }

  @Test("White space is no keyword", arguments: ["", " ", "\n\t"])
  func empty(_ keyword: String) {
    #expect(throws: GiphyError.emptyKeyword) { try query(keyword) }
  }

  /// In bytes, a Vietnamese or an emoji keyword would be over the limit that it keeps.
  @Test(
    "A keyword of 50 characters is asked for, whatever its bytes",
    arguments: ["a", "ệ", "🐈‍⬛", "e\u{302}\u{323}"]
  )
  func longest(_ character: Character) throws {
    _ = try query(String(repeating: character, count: 50))
    #expect(throws: GiphyError.longKeyword(characters: 51)) {
      try query(String(repeating: character, count: 51))
    }
  }

  @Test("A keyword of 4 KB is refused in one short sentence")
  func huge() {
    let error = #expect(throws: GiphyError.self) { try query(String(repeating: "x", count: 4096)) }
    #expect(
      error.map { "\($0)" } == "The keyword has 4096 characters, and Giphy takes 50 at most; shorten it."
    )
  }

  @Test("A page has from 1 to 50 hits, and begins from 0 to 4999")
  func bounds() throws {
    for limit in [1, 50] { #expect(try query("x", limit: limit).contains("&limit=\(limit)&")) }
    for offset in [0, 4999] { #expect(try query("x", offset: offset).hasSuffix("&offset=\(offset)")) }
    for limit in [0, -1, 51] {
      #expect(throws: GiphyError.limit(limit, 1...50)) { try query("x", limit: limit) }
    }
    for offset in [-1, 5000] {
      #expect(throws: GiphyError.offset(offset)) { try query("x", offset: offset) }
    }
  }

  @Test("Rating and language are asked for where they are given")
  func ratingAndLanguage() throws {
    let giphy = try Giphy(key: nil, rating: .pg13, language: "VI")
    let url = try giphy.request(for: "x").url
    #expect(url.query()?.hasSuffix("&rating=pg-13&lang=vi") == true)
    for code in ["", "v", "vie", "v1", "é"] {
      #expect(throws: GiphyError.language(code)) { try Giphy(key: nil, language: code) }
    }
  }

  @Test(
    "An address is a base, or that of the search",
    arguments: [
      ("http://h.test", "http://h.test/v1/gifs/search"),
      ("http://h.test:81/", "http://h.test:81/v1/gifs/search"),
      ("https://h.test/giphy/", "https://h.test/giphy/v1/gifs/search"),
      ("https://h.test/v1/gifs/search", "https://h.test/v1/gifs/search"),
    ]
  )
  func base(_ base: String, _ search: String) throws {
    #expect(try Giphy(base: base, key: nil).url.absoluteString == search)
    #expect(try Giphy(key: nil).url.absoluteString == "https://api.giphy.com/v1/gifs/search")
  }

  @Test(
    "An address that is none is refused, with a reason",
    arguments: [
      ("", "it is empty"), ("giphy", "it has no scheme"), ("ftp://h.test", "only http and https"),
      ("https://", "it names no host"), ("https://h.test/?x=1", "it has a query or a fragment"),
      ("https://h.test/#x", "it has a query or a fragment"), ("http://a b", "it has a space"),
    ]
  )
  func noBase(_ base: String, _ reason: String) {
    let error = #expect(throws: GiphyError.self) { try Giphy(base: base, key: nil) }
    #expect(error.map { "\($0)".contains(reason) } == true, "\(String(describing: error))")
  }
}

import GalleryJobs
import Hummingbird
import Testing

@testable import GalleryServer

@Suite("What can be searched for")
struct GifsQueryTests {
  private func query(_ text: String) throws -> GifsQuery {
    try GifsQuery(Parameters(form: text))
  }

  @Test("A keyword alone is the first 25 hits")
  func defaults() throws {
    let query = try query("q=cat")
    #expect(query.keyword == "cat")
    #expect(query.limit == 25)
    #expect(query.offset == 0)
    #expect(query.style == .closure)
  }

  @Test("Everything given is taken, in any order, up to the limits")
  func everything() throws {
    let query = try query("style=stream&offset=4999&other=1&limit=50&q=a+b")
    #expect(query.keyword == "a b")
    #expect(query.limit == 50)
    #expect(query.offset == 4999)
    #expect(query.style == .stream)
  }

  @Test("Fifty characters are as many as a person counts, and not as many as bytes")
  func characters() throws {
    for character in ["a", "è", "e\u{300}", "👩‍👩‍👧", "🇻🇳"] {
      let fifty = String(repeating: character, count: 50)
      #expect(try query("q=\(fifty)").keyword.count == 50)
      #expect(throws: GiphyError.longKeyword(characters: 51)) { try query("q=\(fifty)\(character)") }
    }
  }

  @Test(
    "A query is read as forms write it",
    arguments: [
      ("q=a+b", "a b"), ("q=a%20b", "a b"), ("q=a%2Bb", "a+b"), ("q=a=b", "a=b"), ("x&q=a&y=", "a"),
      ("q=100%", "100%"), ("q=%FF", "%FF"),
    ]
  )
  func forms(_ text: String, _ keyword: String) throws {
    #expect(try query(text).keyword == keyword)
  }

  @Test("A parameter without a value is there and empty; one that is not given is not there")
  func empty() {
    let parameters = Parameters(form: "a&b=&c=1&&")
    #expect(parameters["a"] == "")
    #expect(parameters["b"] == "")
    #expect(parameters["c"] == "1")
    #expect(parameters["d"] == nil)
    #expect(Parameters(form: "").isEmpty)
  }
}

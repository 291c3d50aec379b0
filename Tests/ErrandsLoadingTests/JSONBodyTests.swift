import Foundation
import Testing

@testable import ErrandsLoading

@Suite("JSON of another shape")
struct JSONBodyTests {
  private struct Feed: Decodable {
    struct Song: Decodable {
      let name: String
      let plays: Int
      let isLive: Bool?
      let tags: [String]?
    }
    struct Inner: Decodable { let results: [Song] }
    let feed: Inner
  }

  private func error(_ text: String) throws -> FetchError? {
    let url = try URL(fetching: "http://host/")
    do {
      _ = try JSONBody(url: url, data: Data(text.utf8)).decode(Feed.self)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "The path leads to what is wrong, in the words of JSON",
    arguments: [
      (
        #"{"feed":{"results":[{"name":"a","plays":1},{"plays":1}]}}"#, "feed.results[1].name", "it is missing"
      ),
      (
        #"{"feed":{"results":[{"name":1,"plays":1}]}}"#, "feed.results[0].name",
        "expected text, found a number"
      ),
      (
        #"{"feed":{"results":[{"name":"a","plays":"1"}]}}"#, "feed.results[0].plays",
        "expected a number, found text"
      ),
      (
        #"{"feed":{"results":[{"name":"a","plays":null}]}}"#, "feed.results[0].plays",
        "expected a number, found null"
      ),
      (#"{"feed":{"results":{}}}"#, "feed.results", "expected a list, found an object"),
      (#"{"feed":[]}"#, "feed", "expected an object, found a list"),
      (#"{}"#, "feed", "it is missing"),
      (#"[]"#, "the document", "expected an object, found a list"),
      (#"7"#, "the document", "expected an object, found a number"),
      (
        #"{"feed":{"results":[{"name":"a","plays":1,"isLive":"yes"}]}}"#,
        "feed.results[0].isLive", "expected true or false, found text"
      ),
      (
        #"{"feed":{"results":[{"name":"a","plays":true}]}}"#,
        "feed.results[0].plays", "expected a number, found true or false"
      ),
    ]
  )
  func path(_ text: String, _ path: String, _ reason: String) throws {
    let url = try URL(fetching: "http://host/")
    #expect(try error(text) == FetchError(url, .unexpectedJSON(path: path, reason: reason)))
  }

  @Test("What fits is no error")
  func fits() throws {
    #expect(try error(#"{"feed":{"results":[{"name":"a","plays":1}],"more":2}}"#) == nil)
  }

  @Test("What is no JSON says why in one sentence", arguments: ["", "<html>", "{", "{\"feed\":", "\u{FEFF}"])
  func noJSON(_ text: String) throws {
    let sentence = try #require(try error(text)).description
    #expect(sentence.hasPrefix("http://host/ did not answer with JSON: "))
    #expect(sentence.hasSuffix(".") && !sentence.hasSuffix(".."))
  }

  @Test("A sentence about the shape names the path")
  func sentence() throws {
    let error = try #require(try error(#"{"feed":{"results":[{"plays":1}]}}"#))
    let shape = "http://host/ answered with JSON of another shape: feed.results[0].name: it is missing."
    #expect(error.description == shape)
  }
}

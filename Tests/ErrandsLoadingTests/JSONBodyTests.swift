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

  /// It was said of such a document that it is no JSON. Foundation does not tell where the number is.
  @Test("A number that does not fit is one of another shape", arguments: ["1.5", "300000000000000000000000"])
  func numbers(_ number: String) throws {
    let url = try URL(fetching: "http://host/")
    let reason = "a number in it does not fit"
    let text = #"{"feed":{"results":[{"name":"a","plays":\#(number)}]}}"#
    #expect(try error(text) == FetchError(url, .unexpectedJSON(path: "the document", reason: reason)))
  }

  /// What is found is looked up by another parser, which takes another one of two members with the same name, and refuses a
  /// text that was not decoded. A list was expected, it said, and a list found; or null, where a text stood.
  @Test(
    "What two parsers read differently is told in the words of the first",
    arguments: [
      #"{"feed":{"results":"x","results":[]}}"#, #"{"feed":{"results":[],"results":"x"}}"#,
      #"{"feed":{"results":"\ud800"}}"#,
    ]
  )
  func differences(_ text: String) throws {
    guard let error = try error(text) else {
      // Where the first one takes the list it is right, and there is nothing to tell; but none of the two stands for a list
      // of songs that is not empty.
      let url = try URL(fetching: "http://host/")
      #expect(try JSONBody(url: url, data: Data(text.utf8)).decode(Feed.self).feed.results.isEmpty)
      return
    }
    guard case .unexpectedJSON("feed.results", let reason) = error.cause else { throw error }
    #expect(reason.contains("found a string"))
  }

  private func error(ofNumbers text: String) throws -> FetchError? {
    let url = try URL(fetching: "http://host/")
    do {
      _ = try JSONBody(url: url, data: Data(text.utf8)).decode([String: Int].self)
      return nil
    } catch {
      return error
    }
  }

  /// The names of a dictionary's members are the server's. One of them cleared the screen of whoever read the error.
  @Test("A name in a path moves no cursor, has an end, and is seen where it is empty")
  func names() throws {
    let url = try URL(fetching: "http://host/")
    let reason = "expected a number, found text"
    func error(_ name: String) throws -> FetchError? { try self.error(ofNumbers: #"{"\#(name)":"x"}"#) }
    #expect(try error("") == FetchError(url, .unexpectedJSON(path: "\"\"", reason: reason)))
    let moved = "\u{FFFD}[2J\u{FFFD}\u{FFFD}a"
    #expect(
      try error(#"\u001b[2J\n\u0085a"#) == FetchError(url, .unexpectedJSON(path: moved, reason: reason))
    )
    let sentence = try #require(try error(String(repeating: "a", count: 1_000_000))).description
    #expect(sentence.utf8.count < 1_000)
    #expect(sentence.contains("aaa…aaa"))
  }

  /// A parser that calls itself for each bracket ends the process by its stack. Foundation's stop at 512; were that to
  /// change, this would show it.
  @Test("A nest of ten million brackets is refused with a sentence", arguments: ["[", #"{"feed":"#])
  func nest(_ opening: String) throws {
    let error = try error(String(repeating: opening, count: 10_000_000 / opening.utf8.count))
    guard case .malformedJSON? = error?.cause else { throw try #require(error) }
  }

  @Test("What fits is no error")
  func fits() throws {
    #expect(try error(#"{"feed":{"results":[{"name":"a","plays":1}],"more":2}}"#) == nil)
  }

  @Test("What is no JSON is told by what is wrong with it")
  func syntax() throws {
    let sentence = try #require(try error(#"{"feed":{"results":[{"name":"a","plays":01}]}}"#)).description
    #expect(sentence.hasPrefix("http://host/ did not answer with JSON: Number with leading zero"))
  }

  /// A type can refuse a document in words of its own, which is about its shape.
  @Test("What a type says of the whole document is kept")
  func ownWords() throws {
    struct Odd: Decodable {
      init(from decoder: any Decoder) throws {
        let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "it is even.")
        throw DecodingError.dataCorrupted(context)
      }
    }
    let url = try URL(fetching: "http://host/")
    #expect(throws: FetchError(url, .unexpectedJSON(path: "the document", reason: "it is even"))) {
      try JSONBody(url: url, data: Data("2".utf8)).decode(Odd.self)
    }
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

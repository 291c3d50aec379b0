import Foundation
import Testing

@testable import GalleryUpstream

@Suite("What follows the question mark")
struct QueryParametersTests {
  @Test(
    "Names and values are decoded, and of several the first counts",
    arguments: [
      ("a=1", "1"), ("b=2&a=1", "1"), ("a=1&a=2", "1"), ("a=", ""), ("a", ""), ("a=x+y%20z", "x y z"),
      ("a=1=2", "1=2"), ("%61=1", "1"), ("a=m%C3%A8o", "mèo"), ("&&a=1&", "1"), ("a=%2B", "+"),
    ]
  )
  func decoded(query: String, value: String) {
    #expect(QueryParameters(query)["a"] == value)
  }

  @Test("What is not there is not there", arguments: [nil, "", "b=1", "A=1"])
  func missing(query: String?) {
    #expect(QueryParameters(query)["a"] == nil)
  }

  @Test("What is not well encoded stays as it is", arguments: ["%zz", "%", "%C3", "[x]"])
  func undecodable(value: String) {
    #expect(QueryParameters("a=\(value)")["a"] == value)
  }

  /// `URLComponents` ended the process at `percentEncodedQuery = "width=%zz"`: anybody could stop the upstream
  /// with one request.
  @Test("A query that is not well encoded does not end the process")
  func survives() throws {
    #expect(throws: QueryMistake.self) { try PhotoRoute(path: "/photos/1.jpg", query: "width=%zz") }
    #expect(try PhotoRoute(path: "/photos/1.jpg", query: "a b=ü%&%zz")?.number == 1)
  }
}

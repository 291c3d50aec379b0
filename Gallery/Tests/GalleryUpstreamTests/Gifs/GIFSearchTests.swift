import GalleryConnections
import Testing

@testable import GalleryUpstream

@Suite("What a search for GIFs asks for")
struct GIFSearchTests {
  private func search(_ query: String?) throws -> GIFSearch {
    try #require(try GIFSearch(path: "/v1/gifs/search", query: query))
  }

  @Test("Query, limit, offset, rating and language are read")
  func read() throws {
    let usual = try search("api_key=k&q=cat")
    #expect((usual.query, usual.limit, usual.offset, usual.rating) == ("cat", 25, 0, .r))
    #expect(!usual.prefersVietnamese)
    let other = try search("q=m%C3%A8o+con&limit=3&api_key=k&offset=4999&rating=PG-13&lang=vi&bundle=x")
    #expect((other.query, other.limit, other.offset, other.rating) == ("mèo con", 3, 4999, .pg13))
    #expect(other.prefersVietnamese)
    #expect(try search("api_key=k").query.isEmpty)
  }

  @Test(
    "More hits than a beta key gets are not given",
    arguments: [("51", 50), ("1000", 50), ("0", 0), ("", 25)]
  )
  func limits(text: String, limit: Int) throws {
    #expect(try search("api_key=k&q=cat&limit=\(text)").limit == limit)
  }

  @Test(
    "What cannot be had is refused",
    arguments: [
      ("limit=many", GIFRefusal.badParameter("limit")), ("limit=-1", .badParameter("limit")),
      ("limit=%2B5", .badParameter("limit")), ("offset=5000", .badParameter("offset")),
      ("offset=-1", .badParameter("offset")),
      ("q=\(String(repeating: "a", count: 51))", .tooLong),
    ]
  )
  func refused(query: String, refusal: GIFRefusal) {
    #expect(throws: refusal) { try GIFSearch(path: "/v1/gifs/search", query: "api_key=k&" + query) }
  }

  @Test("Fifty characters are not too long, however many bytes they take")
  func fifty() throws {
    let query = String(repeating: "ồ", count: 50)
    let encoded = query.utf8.map { "%" + String($0, radix: 16) }.joined()
    #expect(try search("api_key=k&q=" + encoded).query == query)
  }

  @Test(
    "The key comes before everything else",
    arguments: [
      ("limit=many", GIFRefusal.unauthorized), ("api_key=&q=cat", .unauthorized),
      ("api_key=legacy-unauthorized", .unauthorizedLegacy), ("api_key=banned&limit=many", .forbidden),
      ("api_key=rate-limited", .rateLimited), ("api_key=rate-limited-legacy", .rateLimitedLegacy),
    ]
  )
  func keys(query: String, refusal: GIFRefusal) {
    #expect(throws: refusal) { try GIFSearch(path: "/v1/gifs/search", query: query) }
  }

  @Test("Other paths are none", arguments: ["/v1/gifs", "/v1/gifs/search/", "/v1/stickers/search", "/"])
  func others(path: String) throws {
    #expect(try GIFSearch(path: path, query: nil) == nil)
  }

  @Test("A fault is asked for by name")
  func faults() {
    #expect(GIFSearchFault(query: "fault:outage") == .outage)
    #expect(GIFSearchFault(query: "fault:malformed-json") == .malformedJSON)
    for flaw in GIFFlaw.allCases {
      #expect(GIFSearchFault(query: "fault:\(flaw.rawValue)") == .flaw(flaw))
    }
    for fault in UpstreamFault.allCases where fault != .malformedJSON {
      #expect(GIFSearchFault(query: "fault:\(fault.rawValue)") == .files(fault))
    }
    for query in ["fault:", "fault:gremlins", "outage", " fault:outage"] {
      #expect(GIFSearchFault(query: query) == nil)
    }
  }
}

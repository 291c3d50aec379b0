import Testing

@testable import ErrandsLoading

@Suite("The field Cache-Status")
struct CacheStatusTests {
  @Test("A hit says for how long it is fresh, also where that is over")
  func hit() {
    var status = CacheStatus(.hit)
    #expect(status.description == "errands; hit")
    status.timeToLive = 376
    #expect(status.description == "errands; hit; ttl=376")
    status.timeToLive = -4
    #expect(status.description == "errands; hit; ttl=-4")
  }

  @Test(
    "A request that went on says why, and what came of it",
    arguments: zip(
      CacheStatus.Forward.allCases,
      ["bypass", "method", "uri-miss", "vary-miss", "miss", "request", "stale", "partial"]
    )
  )
  func forwarded(_ reason: CacheStatus.Forward, _ word: String) {
    var status = CacheStatus(.forwarded(reason))
    #expect(status.description == "errands; fwd=\(word)")
    status.forwardStatus = 304
    status.isStored = true
    #expect(status.description == "errands; fwd=\(word); fwd-status=304; stored")
    status.isCollapsed = true
    #expect(status.description.hasSuffix("; stored; collapsed"))
  }

  /// A line break in a detail was the beginning of another field.
  @Test("A detail is quoted, and has no characters that a field cannot have")
  func detail() {
    var status = CacheStatus(.hit)
    status.detail = "a \"b\" \\ c\r\nX: ü"
    #expect(status.description == "errands; hit; detail=\"a \\\"b\\\" \\\\ c??X: ?\"")
  }
}

import Testing

@testable import ErrandsLoading

@Suite("The range that a request asks for")
struct RequestedRangeTests {
  @Test(
    "From here to there, to the end, or so many from the end",
    arguments: [
      ("bytes=0-499", .bytes(first: 0, last: 499)), ("Bytes = 500-", .bytes(first: 500, last: nil)),
      ("bytes=-500", .suffix(500)), ("bytes=7-7", .bytes(first: 7, last: 7)),
    ] as [(String, RequestedRange)]
  )
  func read(_ text: String, _ range: RequestedRange) {
    #expect(RequestedRange(text) == range)
  }

  @Test(
    "What is none, or several, is passed over",
    arguments: [
      "", "bytes", "bytes=", "bytes=-", "bytes=2-1", "bytes=a-b", "bytes=1-2,4-5", "items=0-1", "bytes=--1",
      "bytes=1-2-3", "bytes=+1-2",
    ]
  )
  func refused(_ text: String) {
    #expect(RequestedRange(text) == nil)
  }

  @Test(
    "Of a body it is what the body has of it",
    arguments: [
      ("bytes=0-4", 10, 0..<5), ("bytes=5-", 10, 5..<10), ("bytes=5-99", 10, 5..<10),
      ("bytes=-3", 10, 7..<10),
      ("bytes=-99", 10, 0..<10), ("bytes=10-", 10, nil), ("bytes=-0", 10, nil), ("bytes=0-", 0, nil),
      ("bytes=-1", 0, nil), ("bytes=0-99999999999999999999", 10, 0..<10),
    ] as [(String, Int64, Range<Int64>?)]
  )
  func resolved(_ text: String, _ length: Int64, _ bytes: Range<Int64>?) throws {
    #expect(try #require(RequestedRange(text)).resolved(in: length) == bytes)
  }
}

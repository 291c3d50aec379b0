import Testing

@testable import ErrandsLoading

@Suite("The range of an answer")
struct ContentRangeTests {
  @Test("The part, and the whole where it is known")
  func parts() throws {
    let known = try #require(ContentRange("bytes 0-499/1234"))
    #expect(known.bytes == 0...499)
    #expect(known.total == 1_234)
    let unknown = try #require(ContentRange("BYTES  5-5/*"))
    #expect(unknown.bytes == 5...5)
    #expect(unknown.total == nil)
    let refused = try #require(ContentRange("bytes */7"))
    #expect(refused.bytes == nil)
    #expect(refused.total == 7)
  }

  @Test(
    "What cannot be is none",
    arguments: [
      "", "bytes", "bytes 0-4", "bytes 0-4/", "bytes 4-0/9", "bytes 0-9/9", "bytes */*", "bytes -4/9",
      "bytes 0-/9",
      "items 0-4/9", "bytes 0-4/9/9", "bytes 0-4-5/9", "bytes +0-4/9", "bytes 0-4/-9", "bytes 0-4/9 x",
      "bytes 0-4/99999999999999999999", "bytes 99999999999999999999-99999999999999999999/*", "bytes ٠-٤/٩",
    ]
  )
  func none(_ text: String) {
    #expect(ContentRange(text) == nil)
  }
}

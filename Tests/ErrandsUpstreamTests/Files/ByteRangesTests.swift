import Testing

@testable import ErrandsUpstream

@Suite("Of a file of ten bytes, a range")
struct ByteRangesTests {
  private func ranges(_ field: String?, length: Int = 10) -> ByteRanges { ByteRanges(field, length: length) }

  @Test(
    "that is one is the bytes from its first to its last",
    arguments: [
      ("bytes=0-4", 0..<5), ("bytes=5-", 5..<10), ("bytes=9-9", 9..<10), ("bytes=-3", 7..<10),
      ("bytes=0-", 0..<10), ("Bytes=2-3", 2..<4), ("bytes= 2-3 ", 2..<4), ("bytes=,2-3,", 2..<4),
      // Longer than the file, and than any number.
      ("bytes=8-99", 8..<10), ("bytes=-99", 0..<10), ("bytes=8-99999999999999999999", 8..<10),
      ("bytes=-99999999999999999999", 0..<10),
    ]
  )
  func one(_ field: String, _ expected: Range<Int>) {
    #expect(ranges(field) == .parts([expected]))
  }

  /// A server that refused them would break clients that only ask for what they could do with.
  @Test(
    "that says nothing, or nothing that can be understood, is the whole",
    arguments: [
      nil, "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=4-2", "bytes=1-2-3", "bytes=+1-2",
      "bytes=--1", "bytes=0-1;2-3", "bytes=0-1,x", "bytes 0-4", "lines=0-4", "bytes=0x1-2", "bytes=,", "=0-1",
      "bytes=٣-٤",
    ]
  )
  func whole(_ field: String?) {
    #expect(ranges(field) == .whole)
  }

  @Test(
    "outside of it cannot be satisfied",
    arguments: ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99-"]
  )
  func unsatisfiable(_ field: String) {
    #expect(ranges(field) == .unsatisfiable)
  }

  @Test("of several has the satisfiable ones, in the order of the request")
  func several() {
    #expect(ranges("bytes=7-, 0-1") == .parts([7..<10, 0..<2]))
    #expect(ranges("bytes=0-1,10-20,-0") == .parts([0..<2]))
    #expect(ranges("bytes=10-,11-12") == .unsatisfiable)
  }

  /// A few hundred bytes of request used to be enough to make servers send gigabytes.
  @Test("of several that are more than the file, or too many, is the whole")
  func excessive() {
    #expect(ranges("bytes=0-,0-,0-") == .whole)
    #expect(ranges("bytes=0-5,5-9") == .whole)
    #expect(ranges("bytes=0-4,5-9") == .parts([0..<5, 5..<10]))
    let many = (0...ByteRanges.partsAtMost).map { "\($0)-\($0)" }
    #expect(ranges("bytes=" + many.joined(separator: ","), length: 1_000) == .whole)
    guard case .parts = ranges("bytes=" + many.dropLast().joined(separator: ","), length: 1_000) else {
      Issue.record("too few for as many as are allowed")
      return
    }
  }

  @Test("of an empty file is the whole of it", arguments: ["bytes=0-", "bytes=-5", "bytes=0-0"])
  func empty(_ field: String) {
    #expect(ranges(field, length: 0) == .whole)
  }
}

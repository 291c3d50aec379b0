import ErrandsLoading
import Foundation
import Testing

@Suite("Header fields")
struct HTTPFieldsTests {
  @Test("Names are compared without regard to case")
  func caseless() {
    let fields: HTTPFields = ["Content-Type": "image/png"]
    #expect(fields["content-type"] == "image/png")
    #expect(fields["CONTENT-TYPE"] == "image/png")
    #expect(fields["Content-Typ"] == nil)
  }

  @Test("The first of several values counts, and setting replaces them all")
  func several() {
    var fields: HTTPFields = ["A": "1", "B": "2", "a": "3"]
    #expect(fields["A"] == "1")
    fields["a"] = "4"
    #expect(fields.all == [.init("B", "2"), .init("a", "4")])
    fields["A"] = nil
    #expect(fields.all == [.init("B", "2")])
    fields.append("B", "5")
    #expect(fields.all == [.init("B", "2"), .init("B", "5")])
  }

  @Test(
    "The length is what arrives, or nil",
    arguments: [
      (["Content-Length": "12"], 12), (["Content-Length": "0"], 0), (["Content-Length": "-1"], nil),
      (["Content-Length": "many"], nil), (["Content-Length": "+5"], nil), ([:], nil),
      (["Content-Length": "12", "Content-Encoding": "gzip"], nil),
    ] as [(HTTPFields, Int64?)]
  )
  func contentLength(_ fields: HTTPFields, _ length: Int64?) throws {
    let head = FetchHead(url: try URL(fetching: "http://host/"), status: 200, fields: fields)
    #expect(head.contentLength == length)
  }
}

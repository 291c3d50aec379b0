import Testing

@testable import ErrandsUpstream

@Suite("Header fields")
struct HeaderFieldsTests {
  private let headers: HeaderFields = ["ETag": "\"a\"", "Set-Cookie": "a=1", "set-cookie": "b=2"]

  @Test("keep their order and repeated names")
  func order() {
    #expect(headers.fields.map(\.name) == ["ETag", "Set-Cookie", "set-cookie"])
    #expect(headers.fields.last == .init(name: "set-cookie", value: "b=2"))
  }

  @Test("are found in whatever case")
  func lookup() {
    #expect(headers["etag"] == "\"a\"")
    #expect(headers["SET-COOKIE"] == "a=1")
    #expect(headers.values(of: "Set-Cookie") == ["a=1", "b=2"])
    #expect(headers["Cookie"] == nil)
    #expect(HeaderFields() == [:])
  }

  @Test("know the members of a list", arguments: ["close", "Close", "keep-alive, close", "x,close ,y"])
  func lists(value: String) {
    let headers: HeaderFields = ["Connection": value]
    #expect(headers.lists("close", in: "connection"))
    #expect(!headers.lists("closed", in: "connection"))
  }
}

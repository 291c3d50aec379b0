import Testing

@testable import GalleryUpstream

@Suite("The shops of the countries")
struct StorefrontTests {
  @Test("Large markets have full charts in their own languages")
  func large() throws {
    let vietnam = try #require(Storefront(code: "vn"))
    #expect(vietnam.depth == 100)
    #expect(vietnam.languages.first == .vietnamese)
  }

  @Test("Other markets have shorter ones")
  func small() throws {
    for code in ["ae", "is", "pl", "zw"] {
      let storefront = try #require(Storefront(code: code))
      #expect((38..<100).contains(storefront.depth))
      #expect(!storefront.languages.isEmpty)
    }
  }

  @Test("There is no shop elsewhere", arguments: ["", "u", "usa", "US", "zz", "u1", "us ", "🇻🇳", "  "])
  func unknown(code: String) {
    #expect(Storefront(code: code) == nil)
  }
}

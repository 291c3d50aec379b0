import ErrandsLoading
import Foundation
import GalleryJobs
import Testing

@Suite("Where the addresses of a batch lead to")
struct PhotoAddressTests {
  private func url(_ address: String, base: String?) throws -> String {
    var batch = PhotoBatch(addresses: [address], fetcher: .local())
    batch.base = base.flatMap { URL(string: $0) }
    return try batch.url(of: address).absoluteString
  }

  @Test("One that begins with a slash is looked for at the base", arguments: ["http://h:1", "http://h:1/"])
  func relative(_ base: String) throws {
    #expect(try url("/photos/3.jpg?width=3", base: base) == "http://h:1/photos/3.jpg?width=3")
  }

  @Test("A whole one is taken as it is")
  func whole() throws {
    #expect(try url("https://example.com/a.png", base: "http://h:1") == "https://example.com/a.png")
    #expect(try url("https://example.com/a.png", base: nil) == "https://example.com/a.png")
  }

  /// `//evil.example/x` would otherwise be a photo of the base's own, by the look of it.
  @Test("All else is a failure", arguments: ["//h/a.png", "photos/3.jpg", "ftp://h/a.png", "", "a b"])
  func none(_ address: String) {
    #expect(throws: FetchError.self) { try url(address, base: "http://h:1") }
  }

  @Test("Without a base there is nothing behind a slash")
  func noBase() {
    #expect(throws: FetchError.self) { try url("/photos/3.jpg", base: nil) }
  }
}

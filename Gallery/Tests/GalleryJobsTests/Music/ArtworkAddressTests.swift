import Foundation
import GalleryJobs
import Testing

@Suite("The address of a cover")
struct ArtworkAddressTests {
  private func address(_ text: String) throws -> ArtworkAddress {
    ArtworkAddress(try #require(URL(string: text)))
  }

  @Test(
    "The last segment gives the size, and is replaced for another; the format stays",
    arguments: [
      (
        "https://is5.test/v4/d1/886.jpg/200x200bb.png", 200, 200,
        "https://is5.test/v4/d1/886.jpg/640x480bb.png"
      ),
      (
        "https://is4.test/v4/6b/x.rgb.jpg/100x100bb.jpg", 100, 100,
        "https://is4.test/v4/6b/x.rgb.jpg/640x480bb.jpg"
      ),
      ("http://is1.test:8080/a/1200x630bb.webp?v=2", 1200, 630, "http://is1.test:8080/a/640x480bb.webp?v=2"),
      ("https://is1.test/a%2Fb/%C3%A9/60x60bb.jpg", 60, 60, "https://is1.test/a%2Fb/%C3%A9/640x480bb.jpg"),
    ]
  )
  func known(text: String, width: Int, height: Int, other: String) throws {
    let address = try address(text)
    #expect(address.size == CoverSize(width: width, height: height))
    #expect(address.url(for: .init(width: 640, height: 480)).absoluteString == other)
    #expect(address.url.absoluteString == text, "the address itself is passed on untouched")
  }

  @Test(
    "Addresses of other shapes are left alone",
    arguments: [
      "https://is1.test/cover.jpg", "https://is1.test/v4/100x100bb-85.jpg",
      "https://is1.test/v4/%7Bw%7Dx%7Bh%7Dbb.jpg",
      "https://is1.test/v4/100x100.jpg", "https://is1.test/100x100bb.jpg/", "https://is1.test",
      "https://is1.test/0x100bb.jpg", "https://is1.test/999999x1bb.jpg", "https://is1.test/100x100bb.",
      "https://is1.test/x?size=/100x100bb.jpg", "https://is1.test/-1x100bb.jpg",
      "https://is1.test/100x100bb.j%2Fg",
    ]
  )
  func unknown(text: String) throws {
    let address = try address(text)
    #expect(address.size == nil)
    #expect(address.url(for: .init(width: 640, height: 640)).absoluteString == text)
  }

  @Test("A size of nothing asks for one pixel")
  func tiny() throws {
    let address = try address("https://is1.test/a/100x100bb.jpg")
    #expect(address.url(for: .init(width: 0, height: -5)).absoluteString == "https://is1.test/a/1x1bb.jpg")
  }

  @Test("Another size of another size is the first size again")
  func roundTrip() throws {
    let address = try address("https://is1.test/a/100x100bb.jpg")
    let larger = ArtworkAddress(address.url(for: .init(width: 600, height: 600)))
    #expect(larger.size == CoverSize(width: 600, height: 600))
    #expect(larger.url(for: .init(width: 100, height: 100)) == address.url)
  }
}

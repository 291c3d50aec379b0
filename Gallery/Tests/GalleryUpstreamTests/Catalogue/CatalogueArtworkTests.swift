import Testing

@testable import GalleryUpstream

@Suite("The path of a cover")
struct CatalogueArtworkTests {
  @Test("A path gives back what it was made from", arguments: [0, 1, 42, UInt64.max, 0x8000_0000_0000_0000])
  func roundTrip(seed: UInt64) throws {
    for format in CatalogueArtwork.Format.allCases {
      for (width, height) in [(16, 16), (100, 100), (200, 3000), (3000, 16)] {
        let artwork = try #require(CatalogueArtwork(seed: seed, width: width, height: height, format: format))
        #expect(CatalogueArtwork(path: artwork.path) == artwork)
        #expect(artwork.path.hasSuffix("/\(seed)/\(width)x\(height)bb.\(format.rawValue)"))
      }
    }
  }

  @Test("Replacing the last segment gives the same cover in another size")
  func resized() throws {
    let artwork = try #require(CatalogueArtwork(seed: 7, width: 100, height: 100, format: .jpg))
    let larger = CatalogueArtwork(path: artwork.path.replacing("100x100bb.jpg", with: "600x400bb.png"))
    #expect(larger == CatalogueArtwork(seed: 7, width: 600, height: 400, format: .png))
  }

  /// A cover of a million pixels each way is one short request and four terabytes of work.
  @Test(
    "Sizes out of bounds are not drawn",
    arguments: [(15, 100), (100, 15), (3001, 100), (100, 3001), (0, 0), (-100, 100)]
  )
  func bounds(width: Int, height: Int) throws {
    #expect(CatalogueArtwork(seed: 7, width: width, height: height, format: .png) == nil)
    let artwork = try #require(CatalogueArtwork(seed: 7, width: 100, height: 100, format: .jpg))
    #expect(CatalogueArtwork(path: artwork.path.replacing("100x100", with: "\(width)x\(height)")) == nil)
  }

  @Test(
    "Paths of other shapes",
    arguments: [
      ("/image/", "/images/"), ("/Music/", "/music/"), ("bb.jpg", ".jpg"), ("bb.jpg", "bb.gif"),
      ("bb.jpg", "bb.jpg/"),
      ("bb.jpg", "bb-85.jpg"), ("100x100", "100x"), ("100x100", "0100x100"), ("100x100", "１００x100"),
      ("100x100", "99999999999999999999x100"), ("/7/", "/8/"), ("/7/", "/07/"), ("/7/", "/-7/"),
      ("/7/", "//"),
      ("/7/", "/99999999999999999999/"), ("/v4/", "/v4/../"),
      ("/v4/", "/v4/\(String(repeating: "a", count: 9999))"),
    ]
  )
  func unknown(part: String, replacement: String) throws {
    let artwork = try #require(CatalogueArtwork(seed: 7, width: 100, height: 100, format: .jpg))
    let path = artwork.path.replacing(part, with: replacement)
    #expect(path != artwork.path)
    #expect(CatalogueArtwork(path: path) == nil)
  }
}

import ErrandsImages
import Foundation
import Testing

@testable import GalleryUpstream

@Suite("Files of a promised length")
struct GIFFillingTests {
  /// One black pixel.
  private let pixel =
    Data("GIF89a".utf8)
    + Data([
      1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
    ])

  @Test(
    "The file gets exactly that long, and stays what it was",
    arguments: Array(5...300) + [512, 1025, 70_000]
  )
  func exact(more: Int) throws {
    let filled = try #require(GIFFilling.filled(pixel, to: pixel.count + more))
    #expect(filled.count == pixel.count + more)
    #expect(filled.starts(with: pixel.dropLast()))
    #expect(filled.last == 0x3B)
    // The blocks of the comment lead to its terminator, and nothing but the trailer comes after it.
    var place = pixel.count + 1
    while filled[place] != 0 { place += 1 + Int(filled[place]) }
    #expect(place == filled.count - 2)
  }

  @Test("A decoder finds the picture as before")
  func decoded() async throws {
    let filled = try #require(GIFFilling.filled(pixel, to: 3000))
    #expect(try await ImageInfo(reading: filled) == ImageInfo(format: .gif, width: 1, height: 1))
  }

  @Test("What has that length already is left alone")
  func same() {
    #expect(GIFFilling.filled(pixel, to: pixel.count) == pixel)
  }

  @Test("Where there is no room there is no file", arguments: [-1, 1, 2, 3, 4])
  func noRoom(more: Int) {
    #expect(GIFFilling.filled(pixel, to: pixel.count + more) == nil)
    #expect(GIFFilling.filled(Data("no GIF".utf8), to: 100) == nil)
  }
}

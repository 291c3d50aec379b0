import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Pixels out and in", .timeLimit(.minutes(1)))
  struct PixelsTests {
    @Test("Pixels are rows from the top, each pixel red, green, blue and how opaque it is")
    func order() async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.quarters, width: 4, height: 2)
      let pixels = try picture.pixels()
      #expect((pixels.width, pixels.height, pixels.bytesPerPixel) == (4, 2, 3))
      let (red, green, blue, white): ([UInt8], [UInt8], [UInt8], [UInt8]) = (
        [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]
      )
      #expect(Array(pixels.bytes) == red + red + green + green + blue + blue + white + white)
      let disc = try await ImageRenderer.render(svg: Drawings.disc, width: 9, height: 9).pixels()
      #expect(disc.bytesPerPixel == 4)
      #expect(disc.bytes[3] == 0)
      #expect(Array(disc.bytes[(4 * 9 + 4) * 4..<(4 * 9 + 5) * 4]) == [0xC0, 0x20, 0x40, 255])
    }

    @Test("A picture of its own pixels is the same picture", arguments: [Drawings.poster, Drawings.disc])
    func roundTrip(svg: String) async throws {
      let picture = try await ImageRenderer.render(svg: svg, width: 31, height: 17)
      let copy = try Picture(try picture.pixels())
      #expect(try copy.pixels() == picture.pixels())
      #expect(try await copy.encoded(as: .png) == picture.encoded(as: .png))
      #expect(try await copy.applying([.sepia]).pixels() == picture.applying([.sepia]).pixels())
      #expect(copy.byteCount == copy.width * copy.height * (copy.hasAlpha ? 4 : 3))
    }

    @Test("The pixels of each frame are its own")
    func frames() async throws {
      let frames = [Drawings.flat("#ff0000"), Drawings.flat("#0000ff")].map {
        ImageRenderer.Frame(svg: $0, delay: .milliseconds(50))
      }
      let picture = try await ImageRenderer.render(frames: frames, width: 3, height: 3)
      #expect(Array(try picture.pixels(ofFrame: 0).bytes.prefix(3)) == [255, 0, 0])
      #expect(Array(try picture.pixels(ofFrame: 1).bytes.prefix(3)) == [0, 0, 255])
      #expect(throws: ImageError.valueOutOfRange("number of a frame", 2, allowed: 0...1)) {
        try picture.pixels(ofFrame: 2)
      }
      #expect(throws: ImageError.self) { try picture.pixels(ofFrame: -1) }
    }

    @Test("The bytes that were given may change afterwards")
    func copied() throws {
      var bytes = Data(repeating: 9, count: 12)
      let picture = try Picture(Picture.Pixels(width: 2, height: 2, bytesPerPixel: 3, bytes: bytes))
      bytes[0] = 200
      #expect(try picture.pixels().bytes == Data(repeating: 9, count: 12))
    }

    @Test("Pixels of other than three or four bytes, or too few of them, are none")
    func impossible() {
      #expect(throws: ImageError.valueOutOfRange("number of bytes for a pixel", 2, allowed: 3...4)) {
        try Picture.Pixels(width: 2, height: 2, bytesPerPixel: 2, bytes: Data(count: 8))
      }
      #expect(throws: ImageError.valueOutOfRange("number of bytes", 11, allowed: 12...12)) {
        try Picture.Pixels(width: 2, height: 2, bytesPerPixel: 3, bytes: Data(count: 11))
      }
      #expect(throws: ImageError.sizeOutOfRange(width: 0, height: 2, limit: 16_384)) {
        try Picture.Pixels(width: 0, height: 2, bytesPerPixel: 3, bytes: Data())
      }
    }
  }
}

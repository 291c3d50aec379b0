import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("What an image is")
  struct ImageInfoTests {
    @Test("What was written is read back", arguments: ImageFormat.tried)
    func roundTrip(format: ImageFormat) async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 61, height: 37)
      let info = try await ImageInfo(reading: try await picture.encoded(as: .plain(format)))
      #expect(info == ImageInfo(format: format, width: 61, height: 37))
      #expect(info.frames == 1)
    }

    @Test("An animation has the size of one frame", arguments: [2, 7])
    func animation(frames: Int) async throws {
      let info = try await ImageInfo(reading: GIFBytes.animation(frames: frames))
      #expect(info == ImageInfo(format: .gif, width: 1, height: 1, frames: frames))
    }

    @Test("A page of text is no image, and the error shows how it begins")
    func unsupported() async throws {
      let error = await #expect(throws: ImageError.self) {
        try await ImageInfo(reading: Data("<html><body>404".utf8))
      }
      #expect(error == .unsupportedFormat(firstBytes: Array("<html><body>".utf8)))
      let sentence = "This is not an image of a format that is known here"
      #expect(
        error?.description == sentence + " (it begins with 3C 68 74 6D 6C 3E 3C 62 6F 64 79 3E)."
      )
    }

    @Test("SVG is not read, though it can be drawn")
    func noVectorInput() async throws {
      // The SVG loader is open for our own drawings. Bytes from elsewhere must never reach it.
      await #expect(throws: ImageError.unsupportedFormat(firstBytes: Array("<svg xmlns=\"".utf8))) {
        try await ImageInfo(reading: Data(Drawings.poster.utf8))
      }
    }

    @Test("Nothing at all is said to be nothing")
    func empty() async throws {
      let error = await #expect(throws: ImageError.self) { try await ImageInfo(reading: Data()) }
      #expect(error?.description.contains("it is empty") == true)
    }

    @Test("A header cut off in the middle is truncated, not damaged", arguments: ImageFormat.tried)
    func truncated(format: ImageFormat) async throws {
      let bytes = try await ImageRenderer.render(svg: Drawings.poster, width: 40, height: 40)
        .encoded(as: .plain(format))
      let start = bytes.prefix(format == .gif ? 8 : 20)
      await #expect(throws: ImageError.truncated(format, byteCount: start.count)) {
        try await ImageInfo(reading: start)
      }
    }

    /// A header is read by the decoder of its format, which makes room for a frame of a WebP, and for the table of all
    /// frames of a GIF: 30 bytes took a gigabyte.
    @Test("What is beyond the limits is refused before a decoder makes room for it")
    func limits() async throws {
      let webP = HostileBytes.webp(width: 16_383, height: 16_383)
      await #expect(throws: ImageError.tooManyPixels(width: 16_383, height: 16_383, limit: 50_000_000)) {
        try await ImageInfo(reading: webP)
      }
      await #expect(throws: ImageError.tooManyFrames(limit: 1_000)) {
        try await ImageInfo(reading: GIFBytes.animation(frames: 200_000))
      }
      await #expect(throws: ImageError.tooManyPixels(width: 65_535, height: 9, limit: 500_000)) {
        try await ImageInfo(
          reading: GIFBytes.screen(32, 9, holding: 65_535, 9),
          limits: ImageLimits(pixels: 500_000)
        )
      }
      let file = GIFBytes.animation(frames: 9)
      await #expect(throws: ImageError.tooManyBytes(file.count, limit: 9)) {
        try await ImageInfo(reading: file, limits: ImageLimits(bytes: 9))
      }
    }

    @Test("A damaged header is unreadable, not truncated")
    func damaged() async throws {
      var bytes = try await ImageRenderer.render(svg: Drawings.poster, width: 40, height: 40)
        .encoded(as: .png)
      // A width of 0 in the header chunk (PNG specification, section 11.2.1), and so a false checksum.
      bytes.replaceSubrange(16..<20, with: [0, 0, 0, 0])
      let error = await #expect(throws: ImageError.self) { try await ImageInfo(reading: bytes) }
      guard case .unreadable(.png, let reason) = error else {
        Issue.record("expected an unreadable PNG, got \(String(describing: error))")
        return
      }
      #expect(reason.hasPrefix("reading a header"))
    }
  }
}

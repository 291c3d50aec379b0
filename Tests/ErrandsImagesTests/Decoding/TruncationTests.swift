import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Files that are not whole", .timeLimit(.minutes(1)))
  struct TruncationTests {
    private func file(_ format: ImageFormat) async throws -> Data {
      try await ImageRenderer.render(svg: Drawings.poster, width: 90, height: 60).encoded(as: .plain(format))
    }

    @Test(
      "A file that is cut anywhere is truncated, and not a picture with a grey tail",
      arguments: ImageFormat.tried
    )
    func cutAnywhere(format: ImageFormat) async throws {
      let whole = try await file(format)
      for tenth in 1...9 {
        let cut = whole.prefix(max(13, whole.count * tenth / 10))
        let refusal = ImageError.truncated(format, byteCount: cut.count)
        await #expect(throws: refusal) { try await Picture(decoding: cut) }
        // The middle that a thumbnail shows may be there: it is refused all the same.
        await #expect(throws: refusal) {
          try await Picture(decoding: cut, by: [.resize(width: 90, height: 6)])
        }
      }
    }

    @Test("The end of a small picture in the metadata is not the file's end")
    func embeddedThumbnail() async throws {
      // A camera's file was taken for whole, however early it broke off.
      let whole = try await file(.jpeg)
      let photo = JPEGBytes.inserting(marker: 0xE1, Array("Exif\0\0".utf8) + Array(whole), into: whole)
      #expect(!ImageFormat.jpeg.lacksEnd(photo))
      #expect(try await Picture(decoding: photo).width == 90)
      let cut = photo.prefix(photo.count * 3 / 4)
      #expect(ImageFormat.jpeg.lacksEnd(cut))
      await #expect(throws: ImageError.truncated(.jpeg, byteCount: cut.count)) {
        try await Picture(decoding: cut)
      }
    }

    @Test("A PNG without some of its pixels is damaged, though it has its end")
    func missingPixels() async throws {
      let whole = try await file(.png)
      let hole = whole.prefix(whole.count / 2) + whole.suffix(12)
      #expect(!ImageFormat.png.lacksEnd(hole))
      try await expectDamaged(hole, .png)
    }

    @Test("A WebP without some of its pixels is damaged, though its header tells the truth")
    func missingWebP() async throws {
      var bytes = Array(try await file(.webp))
      bytes.removeLast(bytes.count / 4 * 2)
      for (place, length) in [(4, bytes.count - 8), (16, bytes.count - 20)] {
        bytes[place] = UInt8(length & 0xFF)
        bytes[place + 1] = UInt8(length >> 8)
      }
      #expect(!ImageFormat.webp.lacksEnd(Data(bytes)))
      try await expectDamaged(Data(bytes), .webp)
    }

    @Test("What follows a GIF's end does not matter")
    func afterEnd() async throws {
      let animation = GIFBytes.animation(frames: 2) + Data("made by a server".utf8)
      #expect(!ImageFormat.gif.lacksEnd(animation))
      #expect(try await Picture(decoding: animation).frameCount == 2)
    }

    private func expectDamaged(_ file: Data, _ format: ImageFormat) async throws {
      try await ImagePool.shared.becomeIdle()
      try await ImageMemory.returns(to: 0)
      for isThumbnail in [false, true] {
        let error = await #expect(throws: ImageError.self) {
          isThumbnail
            ? try await Picture(decoding: file, by: [.resize(width: 30, height: 20)])
            : try await Picture(decoding: file)
        }
        guard case .unreadable(format, _) = error else {
          Issue.record("expected a damaged image, got \(String(describing: error))")
          continue
        }
      }
      try await ImagePool.shared.becomeIdle()
      try await ImageMemory.returns(to: 0)
    }
  }
}

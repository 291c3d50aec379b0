import ErrandsImages
import Foundation
import Testing

extension Images {
  @Suite("The snippets about decoding and filters", .timeLimit(.minutes(1)))
  struct SymbolSnippets {
    private func file() async throws -> Data {
      try await ImageRenderer.render(svg: Drawings.poster, width: 640, height: 480).encoded(as: .jpeg())
    }

    @Test("decode within limits of one's own")
    func limits() async throws {
      let bytes = try await file()
      let avatar = ImageLimits(pixels: 4_000_000, frames: 60)
      let picture = try await Picture(decoding: bytes, limits: avatar)
      #expect(picture.width == 640)
    }

    @Test("decode, make smaller and grey")
    func decoded() async throws {
      let bytes = try await file()
      let picture = try await Picture(decoding: bytes)
      let small = try await picture.resized(width: 300, height: 200).filtered(by: .mono)
      #expect((small.width, small.height) == (300, 200))
      let thumbnail = try await Picture(decoding: bytes, by: [.resize(width: 300, height: 200)])
      #expect((thumbnail.width, thumbnail.height) == (300, 200))
    }

    @Test("resize and filter a picture")
    func changed() async throws {
      let picture = try await Picture(decoding: try await file())
      let icon = try await picture.resized(width: 64, height: 64)
      let preview = try await picture.resized(width: 800, height: 600, fit: .contain)
      #expect((icon.width, preview.width) == (64, 800))
      let old = try await picture.filtered(by: .sepia)
      let soft = try await old.filtered(by: .blur(sigma: 4))
      #expect((soft.width, soft.height) == (640, 480))
    }

    @Test("make an animation grey, and play it backwards")
    func animated() async throws {
      let frames = [Drawings.poster, Drawings.disc].map {
        ImageRenderer.Frame(svg: $0, delay: .milliseconds(80))
      }
      let bytes = try await ImageRenderer.render(frames: frames, width: 20, height: 20).encoded(as: .gif())
      let animation = try await Picture(decoding: bytes)
      let grey = try await animation.filtered(by: .mono).encoded(as: .webp())
      #expect(try await ImageInfo(reading: grey).frames == 2)
      let reversed = try Picture(frames: animation.frames().reversed())
      #expect(reversed.frameCount == 2)
    }
  }
}

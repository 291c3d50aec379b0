import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("The blocks of a GIF")
  struct GIFOutlineTests {
    private func outline(_ file: Data, limit: Int = .max) -> GIFOutline {
      file.withUnsafeBytes { GIFOutline(of: $0, frameLimit: limit) }
    }

    @Test("What the module writes is read as it was written")
    func written() async throws {
      let frames = [Drawings.poster, Drawings.disc, Drawings.half].map {
        ImageRenderer.Frame(svg: $0, delay: .milliseconds(70))
      }
      let animation = try await ImageRenderer.render(frames: frames, width: 61, height: 37)
      let file = try await animation.encoded(as: .gif())
      let outline = outline(file)
      #expect((outline.width, outline.height, outline.frames) == (61, 37, 3))
      #expect(outline.isWhole)
      #expect(!self.outline(file.dropLast()).isWhole)
    }

    @Test(
      "The size is that of the screen or of the largest frame",
      arguments: [(32, 32), (65_535, 9), (9, 65_535)]
    )
    func frameSize(width: UInt16, height: UInt16) {
      let outline = outline(GIFBytes.screen(32, 32, holding: width, height))
      #expect((outline.width, outline.height) == (max(32, Int(width)), max(32, Int(height))))
    }

    @Test("Beyond the limit, the rest is not read")
    func limit() {
      #expect(outline(GIFBytes.animation(frames: 50), limit: 7).frames == 8)
      #expect(outline(GIFBytes.animation(frames: 50), limit: 50).isWhole)
    }

    @Test("A file that ends anywhere is read to there, and is not whole")
    func cut() {
      let file = GIFBytes.animation(frames: 3, loops: 0)
      for count in 6..<file.count { #expect(!outline(file.prefix(count)).isWhole) }
      #expect(outline(file).isWhole)
    }
  }
}

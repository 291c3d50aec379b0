import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Memory of decoding and filters", .timeLimit(.minutes(1)))
  struct MemoryTests {
    @Test("Nothing is held once the last picture is gone")
    func backToZero() async throws {
      try await ImagePool.shared.becomeIdle()
      try await ImageMemory.returns(to: 0)
      var picture: Picture? = try await ImageRenderer.render(svg: Drawings.poster, width: 100, height: 100)
      #expect(try #require(picture).width == 100)
      try await ImagePool.shared.becomeIdle()
      #expect(ImageMemory.bytesInUse >= 30_000)
      picture = nil
      try await ImageMemory.returns(to: 0)
    }

    @Test("Decoded, resized, filtered and failed a hundred times, nothing is left behind")
    func everything() async throws {
      let frames = [Drawings.poster, Drawings.disc].map {
        ImageRenderer.Frame(svg: $0, delay: .milliseconds(50))
      }
      let files =
        try await whole() + [
          ImageRenderer.render(frames: frames, width: 24, height: 24).encoded(as: .webp())
        ]
      try await ImagePool.shared.becomeIdle()
      for round in 0..<100 {
        let file = files[round % files.count]
        let animation = try await Picture(decoding: file)
        let filter = [ImageFilter.sepia, .mono, .blur(sigma: 3)][round % 3]
        _ = try await animation.resized(width: 9, height: 12).filtered(by: filter).frames()
        _ = try await Picture(decoding: file, by: [.resize(width: 10, height: 10)]).filtered(by: filter)
        _ = try? await Picture(decoding: file.prefix(file.count - 9) + Data([0xFF, 0xD9, 0x3B]))
        _ = try? await Picture(decoding: file, limits: ImageLimits(pixels: 2))
      }
      try await ImagePool.shared.becomeIdle()
      try await ImageMemory.returns(to: 0)
    }

    @Test("Cancelled at any moment, a hundred times, nothing is left behind")
    func cancelled() async throws {
      let files = try await whole(side: 400)
      for round in 0..<100 {
        let file = files[round % files.count]
        let task = Task {
          try await Picture(decoding: file).filtered(by: .blur(sigma: 4)).encoded(as: .webp())
        }
        // Some are still in line, some decode, some blur or write.
        for _ in 0..<(round * 7 % 40) { await Task.yield() }
        task.cancel()
        _ = await task.result
      }
      try await ImagePool.shared.becomeIdle()
      try await ImageMemory.returns(to: 0)
    }

    private func whole(side: Int = 24) async throws -> [Data] {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: side, height: side)
      var files: [Data] = []
      for format in ImageFormat.tried { files.append(try await picture.encoded(as: .plain(format))) }
      return files
    }
  }
}

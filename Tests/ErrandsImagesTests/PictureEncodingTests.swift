import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Writing pictures")
  struct PictureEncodingTests {
    @Test("The bytes begin and end as the format says", arguments: ImageFormat.tried)
    func announced(format: ImageFormat) async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 80, height: 80)
      let bytes = try await picture.encoded(as: .plain(format))
      #expect(ImageFormat(sniffing: bytes) == format)
      #expect(!format.lacksEnd(bytes))
      #expect(ImageEncoding.plain(format).format == format)
    }

    @Test("Equal pictures are written as equal bytes", arguments: ImageFormat.tried)
    func deterministic(format: ImageFormat) async throws {
      let first = try await ImageRenderer.render(svg: Drawings.poster, width: 120, height: 120)
      let second = try await ImageRenderer.render(svg: Drawings.poster, width: 120, height: 120)
      let bytes = try await first.encoded(as: .plain(format))
      #expect(try await second.encoded(as: .plain(format)) == bytes)
    }

    @Test("Less quality makes smaller files")
    func quality() async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 300, height: 300)
      for (low, high) in [
        (ImageEncoding.jpeg(quality: 20), ImageEncoding.jpeg(quality: 95)),
        (.webp(quality: 20), .webp(quality: 95)),
      ] {
        let small = try await picture.encoded(as: low)
        let large = try await picture.encoded(as: high)
        #expect(small.count < large.count)
      }
    }

    @Test("A quality below 1 or above 100 is refused", arguments: [Int.min, 0, 101])
    func impossibleQuality(quality: Int) async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 10, height: 10)
      for encoding in [ImageEncoding.jpeg(quality: quality), .webp(quality: quality)] {
        await #expect(throws: ImageError.valueOutOfRange("quality", Double(quality), allowed: 1...100)) {
          try await picture.encoded(as: encoding)
        }
      }
    }

    @Test("JPEG lays transparent pixels on white")
    func whiteGround() async throws {
      // Left alone, the library lays them on black.
      let open = try await ImageRenderer.render(svg: Drawings.half, width: 64, height: 64)
      let closed = try await ImageRenderer.render(svg: Drawings.halfOnWhite, width: 64, height: 64)
      #expect(open.hasAlpha && !closed.hasAlpha)
      let bytes = try await open.encoded(as: .jpeg())
      #expect(try await closed.encoded(as: .jpeg()) == bytes)
    }

    @Test("A side that WebP cannot hold is refused, and JPEG still takes it")
    func webpLimit() async throws {
      let line = Drawings.svg(#"<rect width="9000" height="1"/>"#, width: 16_384, height: 1)
      let long = try await ImageRenderer.render(svg: line, width: 16_384, height: 1)
      await #expect(throws: ImageError.sizeOutOfRange(width: 16_384, height: 1, limit: 16_383)) {
        try await long.encoded(as: .webp())
      }
      let info = try await ImageInfo(reading: try await long.encoded(as: .jpeg()))
      #expect(info.width == 16_384)
    }

    @Test("One picture can be written many times at once")
    func shared() async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 150, height: 150)
      let alone = try await picture.encoded(as: .jpeg())
      let together = try await withThrowingTaskGroup(of: Data.self) { group in
        for _ in 0..<24 { group.addTask { try await picture.encoded(as: .jpeg()) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(together == Array(repeating: alone, count: 24))
    }

    @Test("Interrupting one writer leaves the picture whole for others", arguments: ImageFormat.tried)
    func interruptedWriter(format: ImageFormat) async throws {
      // The mark that stops a computation stays on the image that was marked. It must not be the picture.
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 150, height: 150)
      let whole = try await picture.encoded(as: .plain(format))
      let job = ImageJob(budget: MemoryBudget(limit: .max))
      job.interrupt()
      #expect(throws: CancellationError.self) { try picture.encoded(as: .plain(format), job) }
      #expect(try await picture.encoded(as: .plain(format)) == whole)
    }
  }
}

import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Thumbnails", .timeLimit(.minutes(1)))
  struct ThumbnailTests {
    @Test(
      "A thumbnail has the size that its fit asks for",
      arguments: [
        (ImageFit.cover, 30, 30, 30, 30), (.contain, 30, 30, 30, 15), (.fill, 30, 30, 30, 30),
        (.cover, 301, 7, 301, 7), (.contain, 301, 7, 14, 7), (.fill, 7, 301, 7, 301),
        (.cover, 1_000, 1_000, 1_000, 1_000), (.contain, 1_000, 1_000, 1_000, 500), (.cover, 1, 1, 1, 1),
      ]
    )
    func sizes(fit: ImageFit, width: Int, height: Int, outWidth: Int, outHeight: Int) async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 400, height: 200)
      let resized = try await picture.resized(width: width, height: height, fit: fit)
      #expect((resized.width, resized.height) == (outWidth, outHeight))
      for format in ImageFormat.tried {
        let file = try await picture.encoded(as: .plain(format))
        let thumbnail = try await Picture(
          decoding: file,
          by: [.resize(width: width, height: height, fit: fit)]
        )
        #expect((thumbnail.width, thumbnail.height) == (outWidth, outHeight))
      }
    }

    @Test("A thumbnail shows what decoding and resizing show", arguments: ImageFormat.tried)
    func sameLook(format: ImageFormat) async throws {
      let file = try await ImageRenderer.render(svg: Drawings.quarters, width: 640, height: 480)
        .encoded(as: .plain(format))
      for fit in ImageFit.allCases {
        let long = try await Picture(decoding: file).resized(width: 50, height: 40, fit: fit)
        let short = try await Picture(decoding: file, by: [.resize(width: 50, height: 40, fit: fit)])
        for (x, y) in [(3, 3), (46, 3), (3, 34), (46, 34)] {
          #expect(distance(try long.colour(x, y), try short.colour(x, y)) <= 6)
        }
      }
    }

    @Test("Cover cuts both ends of the longer side, and fill cuts nothing")
    func cut() async throws {
      let flag = Drawings.svg(
        """
        <rect width="100" height="100" fill="#f00"/><rect x="100" width="100" height="100" fill="#0f0"/>\
        <rect x="200" width="100" height="100" fill="#00f"/>
        """,
        width: 300
      )
      let picture = try await ImageRenderer.render(svg: flag, width: 300, height: 100)
      let file = try await picture.encoded(as: .png)
      for side in [20, 90, 350] {
        let middle = try await Picture(decoding: file, by: [.resize(width: side, height: side)])
        let far = side - 1
        for x in [side / 4, far - side / 4] {
          #expect(distance(try middle.colour(x, far / 2), [0, 255, 0]) <= 8)
        }
        let all = try await Picture(decoding: file, by: [.resize(width: side, height: side, fit: .fill)])
        #expect(distance(try all.colour(0, far / 2), [255, 0, 0]) <= 8)
        #expect(distance(try all.colour(far, far / 2), [0, 0, 255]) <= 8)
      }
    }

    @Test("Pixels that cannot be seen do not shine through the edges")
    func transparentEdges() async throws {
      // Without weighing by transparency, the black of empty pixels gets into the disc.
      let disc = try await ImageRenderer.render(svg: Drawings.disc, width: 200, height: 200)
      let file = try await disc.encoded(as: .png)
      let small = try await Picture(decoding: file, by: [.resize(width: 33, height: 33)])
      #expect(small.hasAlpha)
      let seen = try (0..<33).map { try small.colour($0, 5) }.filter { $0[3] > 40 }
      #expect(seen.count > 3 && seen.contains { $0[3] < 250 })
      for colour in seen { #expect(distance(Array(colour.prefix(3)), [0xC0, 0x20, 0x40]) <= 5) }
    }

    @Test("A flat colour stays exactly what it is", arguments: [40, 99, 100, 333])
    func flat(side: Int) async throws {
      // Cutting off fractions instead of rounding made transparent pictures darker by one with every step.
      let half = try await ImageRenderer.render(svg: Drawings.half, width: 100, height: 100)
      let resized = try await half.resized(width: side, height: side)
      #expect(try resized.colour(side / 5, side / 2) == [0xC0, 0x20, 0x40, 255])
      #expect(try resized.colour(side - 1, side / 2)[3] == 0)
    }

    @Test("A line that covers a square is not scaled where it is cut off")
    func line() async throws {
      // Scaled as a whole, it would be 16,384 × 16,384 × 300 pixels, which the library refuses.
      let line = Drawings.svg(##"<rect width="20000" height="9" fill="#123456"/>"##, width: 16_384, height: 1)
      let picture = try await ImageRenderer.render(svg: line, width: 16_384, height: 1)
      let square = try await picture.resized(width: 700, height: 700)
      #expect((square.width, square.height) == (700, 700))
      #expect(try square.colour(350, 350) == [0x12, 0x34, 0x56])
    }

    @Test("A size that no picture can have is refused", arguments: [(0, 5), (5, -1), (16_385, 5)])
    func impossible(width: Int, height: Int) async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 9, height: 9)
      let file = try await picture.encoded(as: .png)
      #expect(Picture.maximumSide == 16_384)
      let refusal = ImageError.sizeOutOfRange(width: width, height: height, limit: 16_384)
      await #expect(throws: refusal) { try await picture.resized(width: width, height: height) }
      await #expect(throws: refusal) {
        try await Picture(decoding: file, by: [.resize(width: width, height: height)])
      }
    }

    @Test("A file with a side above a picture's can be made smaller, and only that")
    func longSide() async throws {
      // Of two frames, one below the other: no picture is as high.
      let half = try await ImageRenderer.render(svg: Drawings.flat("#123456"), width: 2, height: 10_000)
      let frames = Array(repeating: Picture.Frame(half, delay: .milliseconds(50)), count: 2)
      let tall = try Picture(frames: frames).image
      for encoding in [ImageEncoding.jpeg(), .png] {
        let job = ImageJob(budget: MemoryBudget(limit: .max))
        let file = try encoding.file(of: tall, isStill: true, frameHeight: 10_000, isLazy: false, job)
        let small = try await Picture(decoding: file, by: [.resize(width: 1, height: 100, fit: .fill)])
        #expect((small.width, small.height) == (1, 100))
        #expect(distance(try small.colour(0, 50), [0x12, 0x34, 0x56]) <= 5)
        await #expect(throws: ImageError.sizeOutOfRange(width: 2, height: 20_000, limit: 16_384)) {
          try await Picture(decoding: file)
        }
      }
    }
  }
}

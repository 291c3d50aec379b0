import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Decoding animations", .timeLimit(.minutes(1)))
  struct AnimatedDecodingTests {
    private static let colours = ["#ff0000", "#00ff00", "#0000ff", "#ffffff"]
    private static let values = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]

    private func flags(_ delays: [Int], width: Int = 30, height: Int = 20) async throws -> Picture {
      let frames = delays.enumerated().map {
        ImageRenderer.Frame(svg: Drawings.flat(Self.colours[$0 % 4]), delay: .milliseconds($1))
      }
      return try await ImageRenderer.render(frames: frames, width: width, height: height)
    }

    @Test("Every frame comes back, with its time", arguments: [ImageEncoding.gif(), .webp()])
    func roundTrip(encoding: ImageEncoding) async throws {
      let delays = [80, 20, 250, 1_000].map { Duration.milliseconds($0) }
      let file = try await flags([80, 20, 250, 1_000]).encoded(as: encoding)
      let animation = try await Picture(decoding: file)
      #expect((animation.width, animation.height, animation.frameCount) == (30, 20, 4))
      #expect(animation.frameDelays == delays)
      #expect(animation.loopCount == 0)
      let frames = try animation.frames()
      #expect(frames.map(\.delay) == delays)
      for (frame, value) in zip(frames, Self.values) {
        #expect((frame.picture.width, frame.picture.height) == (30, 20))
        for y in [0, 10, 19] { #expect(distance(try frame.picture.colour(15, y), value) <= 6) }
      }
    }

    @Test(
      "How often it plays is kept, through decoding, filter and encoding",
      arguments: [nil, 0, 1, 7] as [UInt16?]
    )
    func loops(repeats: UInt16?) async throws {
      let file = GIFBytes.animation(frames: 2, loops: repeats)
      let animation = try await Picture(decoding: file)
      // GIF counts the repetitions after the first time, and has no block where there are none.
      #expect(animation.loopCount == repeats.map { $0 == 0 ? 0 : Int($0) + 1 } ?? 1)
      let mono = try await animation.filtered(by: .mono).resized(width: 3, height: 3)
      #expect(mono.loopCount == animation.loopCount)
      #expect(GIFReader(try await mono.encoded(as: .gif())).loops == repeats.map(Int.init))
      let webp = try await mono.encoded(as: .webp())
      #expect(try await Picture(decoding: webp).loopCount == animation.loopCount)
    }

    /// 65,536 times was 0 in the sixteen bits of a WebP: for ever.
    @Test("A GIF that plays as often as it can say does not play for ever as a WebP")
    func mostLoops() async throws {
      let animation = try await Picture(decoding: GIFBytes.animation(frames: 2, loops: 65_535))
      #expect(animation.loopCount == 65_535)
      #expect(try await Picture(decoding: try await animation.encoded(as: .webp())).loopCount == 65_535)
    }

    /// The encoder makes one frame of those that are alike; five were told of a file of three.
    @Test("A file says how many frames it has, and not how many it was made of")
    func merged() async throws {
      let red = try await ImageRenderer.render(svg: Drawings.flat("#ff0000"), width: 30, height: 20)
      let blue = try await ImageRenderer.render(svg: Drawings.flat("#0000ff"), width: 30, height: 20)
      for (pictures, webP) in [([red, red, blue, blue, red], 3), ([red, red], 1)] {
        let frames = pictures.map { Picture.Frame($0, delay: .milliseconds(100)) }
        let gif = try await Picture(frames: frames).encoded(as: .gif())
        for (encoding, count) in [(ImageEncoding.webp(), webP), (.gif(), pictures.count)] {
          let file = try await ImageFile(rendering: gif, by: [.mono], as: encoding)
          #expect(file.info.frames == count)
          #expect(try await ImageInfo(reading: file.bytes) == file.info)
        }
      }
    }

    @Test(
      "No time at all is the shortest there is, and the longest stays",
      arguments: [(0, 10), (1, 10), (65_535, 655_350)]
    )
    func delays(hundredths: UInt16, milliseconds: Int) async throws {
      let animation = try await Picture(decoding: GIFBytes.animation(frames: 2, delay: hundredths))
      #expect(animation.frameDelays == [.milliseconds(milliseconds), .milliseconds(milliseconds)])
      // So that what was decoded can be put together again.
      #expect(try Picture(frames: animation.frames()).frameCount == 2)
    }

    @Test("Thumbnails of all frames, of which none shines into the next", arguments: ImageFit.allCases)
    func thumbnails(fit: ImageFit) async throws {
      let animation = try await flags([40, 40, 40, 40], width: 121, height: 77)
      for encoding in [ImageEncoding.gif(), .webp()] {
        let file = try await animation.encoded(as: encoding)
        let small = try await Picture(decoding: file, by: [.resize(width: 20, height: 16, fit: fit)])
        let resized = try await Picture(decoding: file).resized(width: 20, height: 16, fit: fit)
        for thumbnails in [small, resized] {
          #expect((thumbnails.width, thumbnails.height) == (20, fit == .contain ? 13 : 16))
          #expect(thumbnails.frameDelays == animation.frameDelays)
          for (frame, value) in zip(try thumbnails.frames(), Self.values) {
            for y in [0, thumbnails.height - 1] {
              #expect(distance(try frame.picture.colour(10, y), value) <= 6)
            }
          }
        }
      }
    }

    @Test("Filters treat every frame by itself", arguments: [ImageFilter.mono, .sepia, .blur(sigma: 5)])
    func filters(filter: ImageFilter) async throws {
      let animation = try await flags([40, 50, 60])
      let filtered = try await animation.filtered(by: filter)
      #expect(filtered.frameDelays == animation.frameDelays)
      for (frame, original) in zip(try filtered.frames(), try animation.frames()) {
        let alone = try await original.picture.filtered(by: filter)
        for y in [0, 10, 19] { #expect(try frame.picture.colour(3, y) == alone.colour(3, y)) }
      }
    }

    @Test("Frames enlarge, too")
    func enlarged() async throws {
      let file = try await flags([40, 50]).encoded(as: .gif())
      let large = try await Picture(decoding: file, by: [.resize(width: 90, height: 90)])
      #expect((large.width, large.height, large.frameCount) == (90, 90, 2))
      #expect(try large.frames()[1].picture.colour(45, 89) == [0, 255, 0])
    }

    @Test("Transparent and opaque frames stand together")
    func mixedAlpha() async throws {
      let frames = [Drawings.poster, Drawings.disc].map {
        ImageRenderer.Frame(svg: $0, delay: .milliseconds(100))
      }
      let animation = try await ImageRenderer.render(frames: frames, width: 32, height: 32)
      let decoded = try await Picture(decoding: try await animation.encoded(as: .webp()))
      #expect(decoded.hasAlpha)
      let pictures = try decoded.frames().map(\.picture)
      #expect(try pictures[0].colour(0, 0)[3] == 255)
      #expect(try pictures[1].colour(0, 0)[3] == 0)
    }

    @Test("A still image has one frame and no times", arguments: ImageFormat.tried)
    func still(format: ImageFormat) async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 20, height: 10)
      let file = try await picture.encoded(as: .plain(format))
      for animation in [
        try await Picture(decoding: file),
        try await Picture(decoding: file, by: [.resize(width: 20, height: 10)]),
      ] {
        #expect((animation.width, animation.height, animation.frameCount) == (20, 10, 1))
        #expect(animation.frameDelays.isEmpty)
        #expect(try animation.frames().count == 1)
      }
    }
  }
}

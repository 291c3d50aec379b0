import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Files that announce too much", .timeLimit(.minutes(1)))
  struct LimitTests {
    /// All ways of decoding refuse `file`, and no memory is asked for.
    private func expectRefused(
      _ file: Data,
      _ refusal: ImageError,
      _ limits: ImageLimits = ImageLimits()
    ) async throws {
      try await ImagePool.shared.becomeIdle()
      // That of the pictures of which the file was made.
      let before = ImageMemory.bytesInUse
      await #expect(throws: refusal) { try await Picture(decoding: file, limits: limits) }
      let recipes: [ImageRecipe] = [
        [.resize(width: 9, height: 9)], ImageRecipe([], isStill: true),
        ImageRecipe([.resize(width: 9)], isStill: true),
      ]
      for recipe in recipes {
        await #expect(throws: refusal) { try await Picture(decoding: file, by: recipe, limits: limits) }
      }
      await #expect(throws: refusal) {
        try await ImageFile(rendering: file, by: recipes[0], as: .webp(), limits: limits)
      }
      try await ImageMemory.returns(to: before)
    }

    @Test("A GIF with a small screen and a frame of four gigapixels is refused unread")
    func giantFrame() async throws {
      // The header says 32 × 32. A check of the header alone let the decoder go on to the frame.
      let file = GIFBytes.screen(32, 32, holding: 65_535, 65_535)
      #expect(file.count < 60)
      try await expectRefused(file, .tooManyPixels(width: 65_535, height: 65_535, limit: 50_000_000))
    }

    @Test("A GIF with a giant screen and a small frame is refused")
    func giantScreen() async throws {
      let file = GIFBytes.screen(65_535, 65_535, holding: 1, 1)
      try await expectRefused(file, .tooManyPixels(width: 65_535, height: 65_535, limit: 50_000_000))
    }

    @Test("A PNG that announces ten gigapixels is refused by its header")
    func giantPNG() async throws {
      let file = HostileBytes.png(width: 100_000, height: 100_000)
      try await expectRefused(file, .tooManyPixels(width: 100_000, height: 100_000, limit: 50_000_000))
    }

    @Test("A JPEG that announces four gigapixels is refused by its header")
    func giantJPEG() async throws {
      let small = try await ImageRenderer.render(svg: Drawings.poster, width: 9, height: 9).encoded(
        as: .jpeg()
      )
      let file = JPEGBytes.announcing(width: 65_500, height: 65_500, small)
      try await expectRefused(file, .tooManyPixels(width: 65_500, height: 65_500, limit: 50_000_000))
    }

    /// All scans are decoded before the first line is given, and nothing can stop that: a file of 50 megabytes held its
    /// thread for an hour.
    @Test("A JPEG of two hundred scans is refused, and so is a preview of it")
    func scans() async throws {
      let file = try await poster(as: .jpeg(isProgressive: true))
      let last = try #require(file.range(of: Data([0xFF, 0xDA]), options: .backwards)).lowerBound
      let end = try #require(file.range(of: Data([0xFF, 0xD9]), options: .backwards)).lowerBound
      let repeated = Array(repeating: file[last..<end], count: 200).reduce(Data(), +)
      let many = file[..<end] + repeated + file[end...]
      let refusal = ImageError.unreadable(.jpeg, reason: "it has too many scans")
      try await expectRefused(many, refusal)
      await #expect(throws: refusal) { try await Picture.previewing(many).value() }
      // Neither what a segment holds is a scan, nor what follows the end.
      let marks = (0..<200).flatMap { _ in [0xFF, 0xDA] as [UInt8] }
      let marked = JPEGBytes.inserting(marker: 0xE9, marks, into: file)
      for harmless in [file, marked, file + repeated] {
        #expect(try await Picture(decoding: harmless).width == 40)
      }
    }

    @Test("A WebP that announces 268 megapixels is refused by its header")
    func giantWebP() async throws {
      let file = HostileBytes.webp(width: 16_383, height: 16_383)
      try await expectRefused(file, .tooManyPixels(width: 16_383, height: 16_383, limit: 50_000_000))
    }

    @Test("A WebP whose canvas is small and whose picture is not is refused, and never opened")
    func liesAboutCanvas() async throws {
      let file = HostileBytes.webp(width: 16_383, height: 16_383, canvas: (10, 10))
      try await expectRefused(file, .tooManyPixels(width: 16_383, height: 16_383, limit: 50_000_000))
    }

    @Test("The limit is the caller's own, to the pixel")
    func ownLimit() async throws {
      let file = try await poster(as: .png)
      #expect(try await Picture(decoding: file, limits: ImageLimits(pixels: 1_200)).width == 40)
      let refusal = ImageError.tooManyPixels(width: 40, height: 30, limit: 1_199)
      try await expectRefused(file, refusal, ImageLimits(pixels: 1_199))
    }

    @Test("More frames than allowed are refused, and even as many more")
    func frames() async throws {
      let limits = ImageLimits(frames: 5)
      #expect(
        try await Picture(decoding: GIFBytes.animation(frames: 5), limits: limits).frameCount == 5
      )
      try await expectRefused(GIFBytes.animation(frames: 6), .tooManyFrames(limit: 5), limits)
      try await expectRefused(GIFBytes.animation(frames: 200_000), .tooManyFrames(limit: 1_000))
    }

    @Test("Frames of a WebP are counted too")
    func webpFrames() async throws {
      let frame = ImageRenderer.Frame(svg: Drawings.poster, delay: .milliseconds(20))
      let other = ImageRenderer.Frame(svg: Drawings.disc, delay: .milliseconds(20))
      let animation = try await ImageRenderer.render(frames: [frame, other, frame], width: 9, height: 9)
      let file = try await animation.encoded(as: .webp())
      try await expectRefused(file, .tooManyFrames(limit: 2), ImageLimits(frames: 2))
    }

    @Test("Frames that are each small enough are refused if they are too much together")
    func together() async throws {
      // A thousand frames of 50 megapixels would be 200 gigabytes.
      let frame = ImageRenderer.Frame(svg: Drawings.poster, delay: .milliseconds(20))
      let other = ImageRenderer.Frame(svg: Drawings.disc, delay: .milliseconds(20))
      let animation = try await ImageRenderer.render(frames: [frame, other, frame], width: 10, height: 10)
      for encoding in [ImageEncoding.gif(), .webp()] {
        let file = try await animation.encoded(as: encoding)
        let exact = ImageLimits(totalPixels: 300)
        #expect(try await Picture(decoding: file, limits: exact).frameCount == 3)
        let refusal = ImageError.tooManyPixelsInAll(width: 10, height: 10, frames: 3, limit: 299)
        let less = ImageLimits(totalPixels: 299)
        await #expect(throws: refusal) { try await Picture(decoding: file, limits: less) }
        // One frame of it is not too much.
        #expect(
          try await Picture(decoding: file, by: ImageRecipe([], isStill: true), limits: less).width == 10
        )
      }
    }

    private func poster(as encoding: ImageEncoding) async throws -> Data {
      try await ImageRenderer.render(svg: Drawings.poster, width: 40, height: 30).encoded(as: encoding)
    }

    /// A profile of 400 megabytes in a file of three is not unpacked: it is left out, and so are its colours.
    @Test("A PNG whose colour profile has no end is shown without it, and costs no more than another")
    func endlessProfile() async throws {
      let plain = try await poster(as: .png)
      let file = HostileBytes.png(plain, profileOf: 400_000_000)
      #expect(file.count > 2_000_000 && file.count < 4_000_000)
      try await ImagePool.shared.becomeIdle()
      let before = try PeakMemory.begin()
      for recipe: ImageRecipe in [[], [.resize(width: 20)], ImageRecipe([], keepsColourProfile: true)] {
        let picture = try await Picture(decoding: file, by: recipe)
        #expect(try await picture.pixels() == Picture(decoding: plain, by: recipe).pixels())
      }
      #expect(try PeakMemory.bytes() - before < 50_000_000)
    }

    @Test("A JPEG whose colour profile says that it has 255 parts, and has one, is shown without it")
    func partsOfProfile() async throws {
      let plain = try await poster(as: .jpeg())
      let part = Array("ICC_PROFILE\0".utf8) + [1, 255] + [UInt8](repeating: 0xFF, count: 65_000)
      let file = JPEGBytes.inserting(marker: 0xE2, part, into: plain)
      #expect(try await Picture(decoding: file).pixels() == Picture(decoding: plain).pixels())
    }

    @Test("Limits beyond counting do not overflow")
    func unlimited() async throws {
      let limits = ImageLimits(pixels: .max, frames: .max, totalPixels: .max)
      let file = GIFBytes.animation(frames: 3)
      #expect(try await Picture(decoding: file, limits: limits).frameCount == 3)
    }
  }
}

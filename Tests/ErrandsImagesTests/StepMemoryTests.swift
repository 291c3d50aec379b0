import CVipsShim
import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("What the steps of a recipe hold in memory", .timeLimit(.minutes(1)))
  struct StepMemoryTests {
    /// What a recipe says that it needs, of a file of 3,000 × 2,000 pixels.
    private func needed(_ recipe: ImageRecipe, of file: Data, as encoding: ImageEncoding = .png) async throws
      -> Int
    {
      let pool = ImagePool(places: 1, memoryLimit: 1, measure: { 0 })
      do {
        _ = try await ImageFile.rendering(file, by: recipe, as: encoding, limits: ImageLimits(), in: pool)
          .value()
      } catch ImageError.tooMuchMemory(let needed, _) {
        return needed
      }
      return 0
    }

    private func photo(_ orientation: UInt8 = 1, as encoding: ImageEncoding = .jpeg()) async throws -> Data {
      let file = try await ImageRenderer.render(svg: Drawings.poster, width: 3_000, height: 2_000).encoded(
        as: encoding
      )
      return orientation == 1 ? file : JPEGBytes.oriented(orientation, file)
    }

    private let whole = 4 * 3_000 * 2_000
    private let small: ImageRecipe = [.crop(width: 100, height: 100)]

    /// Forty-nine megapixels that lay on their side took 160 megabytes where 64 were allowed, and 52 had been said.
    @Test("Pixels that have to be turned are all there, as small as the decoder makes them")
    func turned() async throws {
      let (upright, turned) = try await (photo(), photo(6))
      let crop = try await needed(small, of: turned) - needed(small, of: upright)
      #expect(crop == whole)
      let resize: ImageRecipe = [.resize(width: 150, height: 100)]
      let resized = try await needed(resize, of: turned)
      #expect(resized < whole / 4)
    }

    @Test("Where the eye goes is looked for in all of it")
    func attention() async throws {
      let (file, place) = (try await photo(as: .png), ImagePlace.attention)
      let crop = try await needed([.crop(width: 100, height: 100, keeping: place)], of: file)
      #expect(try await crop - needed(small, of: file) == whole)
      // What is made smaller first is looked at then; what is made larger, before.
      let resize = try await needed([.resize(width: 100, height: 100, keeping: place)], of: file)
      let centred = try await needed([.resize(width: 100, height: 100)], of: file)
      #expect(resize - centred == 4 * 150 * 100)
      let large = try await needed([.resize(width: 6_000, height: 6_000, keeping: place)], of: file)
      let largeCentred = try await needed([.resize(width: 6_000, height: 6_000)], of: file)
      #expect(large - largeCentred == whole)
    }

    /// Sixty masks one after the other took a gigabyte.
    @Test("Each mask counts, and its drawing")
    func masks() async throws {
      let file = try await photo(as: .png)
      let one = try await needed([.circle], of: file)
      let three = try await needed([.circle, .roundedCorners(radius: 9), .circle], of: file)
      #expect(three - one == 4 * whole)
    }

    /// It was decoded for each frame, and counted for each: sixty frames with a logo on them said that they needed more than
    /// there was, held it, and took fourteen times as long as one.
    @Test("An image that is laid over is decoded once for all frames, and counts with the rest")
    func overlays() async throws {
      let frame = try await ImageRenderer.render(svg: Drawings.poster, width: 64, height: 64)
      let frames = Array(repeating: Picture.Frame(frame, delay: .milliseconds(50)), count: 20)
      let file = try await Picture(frames: frames).encoded(as: .gif())
      let logo = try await photo(as: .png)
      let recipe: ImageRecipe = [.overlay(ImageOverlay(.image(logo)))]
      let most = try await needed(recipe, of: file, as: .gif())
      #expect(most > whole && most < 3 * whole)
    }

    @Test("What is laid over, or cuts out, is made once, and anew for another size")
    func parts() throws {
      let parts = PipelineParts()
      let image = try VipsImage("text", errands_vips_text("x", "sans 9", [0, 0, 0, 255]))
      var made = 0
      for side in [10, 10, 20, 10] {
        let size = ImageSize(width: side, height: side)
        _ = parts.part(.mask(of: size, across: 1, down: 1)) {
          made += 1
          return image
        }
      }
      #expect(made == 2)
    }

    @Test("Of a WebP it is known by its chunks whether it may be turned")
    func webP() async throws {
      let file = try await ImageRenderer.render(svg: Drawings.poster, width: 300, height: 200).encoded(
        as: .webp()
      )
      #expect(!file.withUnsafeBytes { WebPOutline(of: $0).hasMetadata })
      for name in ["EXIF", "XMP "] {
        let more = file + Data(name.utf8) + Data([2, 0, 0, 0, 1, 2])
        #expect(more.withUnsafeBytes { WebPOutline(of: $0).hasMetadata })
        #expect(try await needed(small, of: more) - needed(small, of: file) == 4 * 300 * 200)
      }
    }
  }
}

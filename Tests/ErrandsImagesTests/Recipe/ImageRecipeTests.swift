import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Recipes", .timeLimit(.minutes(1)))
  struct ImageRecipeTests {
    private static let steps: [ImageFilter] = [
      .resize(width: 60, height: 40), .sepia, .mono, .blur(sigma: 1.5), .sharpen(), .brightness(1.2),
      .contrast(0.8), .saturation(1.5), .pixelate(block: 7), .crop(width: 50, height: 30, keeping: .topLeft),
      .roundedCorners(radius: 6), .circle,
    ]

    private func file(_ svg: String = Drawings.poster, width: Int = 200, height: Int = 100) async throws
      -> Data
    {
      try await ImageRenderer.render(svg: svg, width: width, height: height).encoded(as: .png)
    }

    @Test("One job makes what the same steps make one after another", arguments: 1...12)
    func oneByOne(count: Int) async throws {
      let file = try await file()
      let recipe = ImageRecipe(Array(Self.steps.prefix(count)))
      let rendered = try await ImageFile(rendering: file, by: recipe, as: .png)
      var picture = try await Picture(decoding: file)
      for filter in recipe.filters { picture = try await picture.applying([filter]) }
      let together = try await Picture(decoding: rendered.bytes)
      #expect((rendered.info.width, rendered.info.height) == (picture.width, picture.height))
      let (one, other) = try (together.pixels(), picture.pixels())
      #expect(one.bytesPerPixel == other.bytesPerPixel)
      // Rounded to eight bits between two jobs, and not within one.
      let most = zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max()
      #expect(try #require(most) <= 2)
    }

    @Test("The order of the steps matters")
    func order() async throws {
      let file = try await file()
      let first = try await ImageFile(
        rendering: file,
        by: [.pixelate(block: 50), .resize(width: 40)],
        as: .png
      )
      let second = try await ImageFile(
        rendering: file,
        by: [.resize(width: 40), .pixelate(block: 50)],
        as: .png
      )
      #expect(first.bytes != second.bytes)
    }

    @Test("A side that is not given follows from the other, and keeps the shape")
    func oneSide() async throws {
      let file = try await file()
      for (filter, width, height) in [
        (ImageFilter.resize(width: 50), 50, 25), (.resize(height: 10), 20, 10),
        (.resize(width: 401), 401, 201),
        (.resize(width: 1), 1, 1),
      ] {
        let picture = try await Picture(decoding: file, by: [filter])
        #expect((picture.width, picture.height) == (width, height))
      }
      await #expect(throws: ImageError.sizeOutOfRange(width: 0, height: 0, limit: 16_384)) {
        try await Picture(decoding: file, by: [.resize()])
      }
      // A line that keeps its shape would be a million pixels long.
      let line = try await ImageRenderer.render(svg: Drawings.poster, width: 1_000, height: 1)
      await #expect(throws: ImageError.sizeOutOfRange(width: 1_000_000, height: 1_000, limit: 16_384)) {
        try await line.applying([.resize(height: 1_000)])
      }
    }

    @Test(
      "The pixel ratio multiplies every length, so that the look is the same",
      arguments: [
        ImageFilter.resize(width: 40, height: 40),
        .crop(width: 30, height: 20, keeping: .offset(x: 10, y: 10)),
        .blur(sigma: 2), .pixelate(block: 10), .roundedCorners(radius: 10), .sharpen(sigma: 1),
        .overlay(ImageOverlay(.text("ab", size: 12), margin: 4)), .sepia, .circle,
      ]
    )
    func pixelRatio(filter: ImageFilter) async throws {
      let (small, large) = try await (
        ImageRenderer.render(svg: Drawings.poster, width: 60, height: 60),
        ImageRenderer.render(svg: Drawings.poster, width: 120, height: 120)
      )
      let plain = try await small.applying([filter])
      let dense = try await large.applying(ImageRecipe([filter], pixelRatio: 2))
      #expect((dense.width, dense.height) == (plain.width * 2, plain.height * 2))
      let shrunk = try await dense.resized(width: plain.width, height: plain.height)
      let (one, other) = try (plain.pixels(), shrunk.pixels())
      let differences = zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }
      #expect(differences.reduce(0, +) / differences.count <= 10)
    }

    @Test("Equal recipes have one identity, and others have others")
    func identity() throws {
      let recipes =
        Self.steps.indices.map { ImageRecipe(Array(Self.steps.prefix($0))) } + [
          ImageRecipe([.sepia], pixelRatio: 2), ImageRecipe([.sepia], isStill: true),
          ImageRecipe([.sepia], keepsColourProfile: true), [.resize(width: 60, height: 40, fit: .fill)],
          [.resize(width: 60, height: 40, keeping: .attention)], [.blur(sigma: 1)], [.blur(sigma: 1.5)],
          [.overlay(ImageOverlay(.image(Data([1]))))], [.overlay(ImageOverlay(.image(Data([2]))))],
        ]
      #expect(Set(recipes.map(\.identity)).count == recipes.count)
      #expect(Set(recipes).count == recipes.count)
      for recipe in recipes {
        let copy = try JSONDecoder().decode(ImageRecipe.self, from: JSONEncoder().encode(recipe))
        #expect(copy == recipe)
        #expect(copy.identity == recipe.identity)
      }
    }

    @Test("What moves still moves, and is still where that is asked for or the format cannot")
    func moving() async throws {
      let frames = [Drawings.poster, Drawings.quarters, Drawings.disc].map {
        ImageRenderer.Frame(svg: $0, delay: .milliseconds(70))
      }
      let file = try await ImageRenderer.render(frames: frames, width: 40, height: 40).encoded(as: .gif())
      let recipe: ImageRecipe = [.resize(width: 20), .sepia, .circle]
      for (encoding, count) in [
        (ImageEncoding.webp(), 3), (.gif(), 3), (.jpeg(), 1), (.png, 1), (.avif(), 1),
      ] {
        let rendered = try await ImageFile(rendering: file, by: recipe, as: encoding)
        #expect(rendered.info == ImageInfo(format: encoding.format, width: 20, height: 20, frames: count))
        #expect(try await ImageInfo(reading: rendered.bytes) == rendered.info)
      }
      let picture = try await Picture(decoding: file, by: recipe)
      #expect(picture.frameDelays == Array(repeating: .milliseconds(70), count: 3))
      let still = ImageRecipe(recipe.filters, isStill: true)
      #expect(try await Picture(decoding: file, by: still).frameDelays.isEmpty)
      #expect(try await picture.applying(ImageRecipe([], isStill: true)).frameCount == 1)
      #expect(try await ImageFile(rendering: file, by: still, as: .webp()).info.frames == 1)
      // The first frame of one that was decoded, too.
      let png = try await Picture(decoding: picture.encoded(as: .png))
      #expect(try png.pixels() == picture.pixels())
    }

    @Test(
      "A step that is impossible is told before anything is decoded",
      arguments: [
        (ImageFilter.sharpen(sigma: 11), "sigma of sharpening"), (.brightness(-0.1), "brightness"),
        (.contrast(.nan), "contrast"), (.saturation(10.5), "saturation"), (.pixelate(block: 0), "block"),
        (.roundedCorners(radius: -1), "radius"),
        (.overlay(ImageOverlay(.text("a", size: 3))), "size of a text"),
        (.overlay(ImageOverlay(.text("", size: 30))), "length of a text"),
        (.overlay(ImageOverlay(.text("a", size: 30), opacity: 1.1)), "opacity"),
        (.overlay(ImageOverlay(.text("a", size: 30), margin: -3)), "margin"),
        (.crop(width: 3, height: 3, keeping: .offset(x: -1, y: 0)), "offset"),
      ]
    )
    func impossible(filter: ImageFilter, name: String) async throws {
      let garbage = Data("no image".utf8)
      let error = await #expect(throws: ImageError.self) {
        try await ImageFile(rendering: garbage, by: [.mono, filter], as: .png)
      }
      guard case .valueOutOfRange(name, _, _) = error else {
        Issue.record("expected \(name) to be refused, got \(String(describing: error))")
        return
      }
    }

    @Test("At both ends of what is allowed a step is done, and behind them it is refused")
    func ends() async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 8, height: 8)
      let (sigmas, ratios) = (ImageFilter.sharpenings, ImageRecipe.pixelRatios)
      let sharpened = [sigmas.lowerBound, sigmas.upperBound].map { ImageRecipe([.sharpen(sigma: $0)]) }
      let dense = [ratios.lowerBound, ratios.upperBound].map { ImageRecipe([.mono], pixelRatio: $0) }
      for recipe in sharpened + dense { #expect(try await picture.applying(recipe).width == 8) }
      for recipe in [
        ImageRecipe([.sharpen(sigma: sigmas.upperBound.nextUp)]),
        ImageRecipe([.sharpen(sigma: sigmas.lowerBound.nextDown)]),
        ImageRecipe([.mono], pixelRatio: ratios.upperBound.nextUp),
        ImageRecipe([.mono], pixelRatio: ratios.lowerBound.nextDown),
      ] {
        await #expect(throws: ImageError.self) { try await picture.applying(recipe) }
      }
    }

    @Test("A pixel ratio that makes a length impossible is refused, and so is one that is none")
    func impossibleRatio() async throws {
      let file = try await file()
      for ratio in [0, -1, 11, .nan, .infinity] {
        await #expect(throws: ImageError.self) {
          try await Picture(decoding: file, by: ImageRecipe([.mono], pixelRatio: ratio))
        }
      }
      await #expect(throws: ImageError.sizeOutOfRange(width: 20_000, height: 20_000, limit: 16_384)) {
        try await Picture(decoding: file, by: ImageRecipe([.resize(width: 10_000)], pixelRatio: 2))
      }
    }
  }
}

import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Fitting sizes into each other")
  struct ImagePlacementTests {
    private func placement(
      _ source: (Int, Int),
      _ target: (Int, Int),
      _ fit: ImageFit
    ) -> ImagePlacement {
      ImagePlacement(
        of: ImageSize(width: source.0, height: source.1),
        in: ImageSize(width: target.0, height: target.1),
        fit
      )
    }

    @Test("Cover scales until both sides are long enough")
    func cover() {
      let placement = placement((1_200, 800), (300, 300), .cover)
      #expect(placement.scaled == ImageSize(width: 450, height: 300))
      #expect(placement.target == ImageSize(width: 300, height: 300))
      #expect(placement.isCut && !placement.isEnlarged)
      #expect(abs(placement.reduction - 8.0 / 3) < 0.001)
    }

    @Test("Contain scales until both sides are short enough, but to one pixel at least")
    func contain() {
      let placement = placement((1_200, 800), (300, 300), .contain)
      #expect(placement.scaled == ImageSize(width: 300, height: 200))
      #expect(placement.target == placement.scaled && !placement.isCut)
      let line = self.placement((10_000, 2), (100, 100), .contain)
      #expect(line.target == ImageSize(width: 100, height: 1))
    }

    @Test("Fill scales each side by itself")
    func fill() {
      let placement = placement((1_200, 800), (300, 900), .fill)
      #expect(placement.scaled == placement.target && placement.isEnlarged)
      #expect(placement.kept == placement.source)
    }

    @Test("Sizes that are the same change nothing", arguments: ImageFit.allCases)
    func same(fit: ImageFit) {
      let placement = placement((123, 457), (123, 457), fit)
      #expect(placement.kept == placement.source && placement.scaled == placement.target)
      #expect(!placement.isCut && !placement.isEnlarged && placement.reduction == 1)
    }

    @Test("What is kept has the source's middle and covers the target")
    func kept() {
      for width in [1, 2, 7, 50, 999, 16_384] {
        for target in [1, 3, 100, 1_001, 16_384] {
          let placement = placement((width, 9), (target, 500), .cover)
          #expect(placement.kept.width <= width)
          #expect((width - placement.kept.width).isMultiple(of: 2))
          #expect(placement.scaled.width >= target && placement.scaled.height >= 500)
          // Seen is at most the target, and the filter's margin is a few pixels of the source.
          #expect(placement.scaled.width <= target + 600 || !placement.isEnlarged)
        }
      }
    }

    @Test("A quarter turn swaps the sides")
    func turned() {
      let size = ImageSize(width: 3, height: 4)
      #expect(size.turned(true) == ImageSize(width: 4, height: 3))
      #expect(size.turned(false) == size)
    }
  }
}

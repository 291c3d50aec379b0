import Foundation

extension Artwork.Compositions {
  /// The trace of an instrument, line behind line, with its peaks in the middle.
  struct Ridges: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let ground = palette.isDark ? palette.night : palette.ground
      canvas.fill(.flat(ground))
      let lines = random.int(24...34)
      let isColourful = palette.isDark && random.chance(0.7)
      let centre = random.double(-0.25...0.25)
      for line in 0..<lines {
        let part = Double(line) / Double(lines - 1)
        let points = trace(at: 300 + part * 540, centre: centre, random: &random)
        let colour = isColourful ? palette.rise(0.3 + 0.7 * part) : palette.contrast
        // Each line hides what lies behind it.
        let path = Artwork.Path(smoothThrough: points)
        canvas.line(path, .flat(colour), width: 4, over: .flat(ground))
      }
    }

    private func trace(
      at height: Double,
      centre: Double,
      random: inout SplitMix64
    ) -> [Artwork.Point] {
      let bumps = (0..<5).map { _ in
        (
          place: centre + random.double(-0.42...0.42), width: random.double(0.07...0.17),
          height: random.double(15...75)
        )
      }
      return (0...48).map { step in
        let x = Double(step) / 24 - 1
        let envelope = exp(-pow((x - centre) / 0.5, 4))
        let rise = bumps.reduce(0) { sum, bump in
          sum + bump.height * exp(-pow((x - bump.place) / bump.width, 2))
        }
        let noise = random.double(-3...3)
        return Artwork.Point(x: 500 + x * 390, y: height - rise * envelope - noise)
      }
    }
  }
}

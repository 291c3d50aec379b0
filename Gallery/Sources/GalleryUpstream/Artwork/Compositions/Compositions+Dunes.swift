import Foundation

extension Artwork.Compositions {
  /// Hills behind hills under a sun, paler with the distance.
  struct Dunes: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let isNight = random.chance(0.35)
      let far = isNight ? palette.inks[1] : palette.paper
      let sky = isNight ? [palette.night, palette.inks[0], far] : [palette.inks[3], far]
      let top = Artwork.Point(x: 500, y: 0)
      canvas.fill(canvas.linear(from: top, to: Artwork.Point(x: 500, y: 620), sky))
      sun(isNight ? palette.paper : palette.inks[2], on: &canvas, random: &random)
      let hills = random.int(5...7)
      let near = isNight ? palette.night.lighter(by: -0.06) : palette.inks[0].lighter(by: -0.1)
      let middle = isNight ? palette.inks[0] : palette.inks[1]
      for hill in 0..<hills {
        let part = Double(hill) / Double(hills - 1)
        let colour =
          part < 0.5
          ? far.mixed(with: middle, 0.25 + part * 1.5)
          : middle.mixed(with: near, part * 2 - 1)
        let height = 480 + part * 400
        let slope = ridge(height, swing: 34 + part * 46, random: &random)
        let foot = colour.mixed(with: far, 0.22 * (1 - part))
        let paint = canvas.linear(
          from: Artwork.Point(x: 500, y: height - 60),
          to: Artwork.Point(x: 500, y: height + 220),
          [colour, foot]
        )
        canvas.shape(slope, paint)
      }
    }

    private func sun(
      _ colour: Artwork.OKLCH,
      on canvas: inout Artwork.Canvas,
      random: inout SplitMix64
    ) {
      let centre = Artwork.Point(x: random.pick([330, 500, 660]), y: random.double(300...420))
      let radius = random.double(95...175)
      canvas.circle(centre, radius * 2.6, canvas.glow(centre, radius * 2.6, colour, opacity: 0.5))
      canvas.circle(centre, radius, .flat(colour))
    }

    /// Two waves of different length, down to the lower edge.
    private func ridge(
      _ height: Double,
      swing: Double,
      random: inout SplitMix64
    ) -> Artwork.Path {
      let (long, short) = (random.double(0...6.28), random.double(0...6.28))
      let (slow, fast) = (random.double(0.7...1.2), random.double(1.6...2.6))
      let points = (0...16).map { step in
        let x = Double(step) / 16
        let wave = sin(long + x * slow * 6.28) + 0.35 * sin(short + x * fast * 6.28)
        return Artwork.Point(x: x * 1100 - 50, y: height - wave * swing)
      }
      var path = Artwork.Path(smoothThrough: points)
      path.line(to: Artwork.Point(x: 1050, y: 1050))
      path.line(to: Artwork.Point(x: -50, y: 1050))
      path.close()
      return path
    }
  }
}

import Foundation

extension Motifs {
  /// Waves behind waves, with or without a boat that rides on them.
  struct Sea: Motif {
    let detail = 9
    let hasBoat: Bool

    private struct Wave {
      let level: Double
      let height: Double
      let length: Double
      let start: Double

      func surface(at x: Double, _ moment: Moment) -> Double {
        level - height * sin((x / length + moment.phase + start) * 2 * .pi)
      }
    }

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.isDark ? palette.night : palette.paper))
      let sun = Artwork.Point(x: random.double(330...670), y: 350)
      canvas.circle(sun, 80, .flat(palette.inks[3]))
      let layers = 4
      for index in 0..<layers {
        let wave = Wave(
          level: 500 + Double(index) * 62,
          height: 16 + Double(index) * 7,
          length: random.double(260...480),
          start: random.unit()
        )
        if hasBoat, index == 2 { boat(on: wave, moment, on: &canvas, palette) }
        let colour = palette.inks[3].mixed(with: palette.inks[0], Double(index + 1) / Double(layers))
        canvas.shape(water(wave, moment), .flat(colour))
      }
    }

    private func water(_ wave: Wave, _ moment: Moment) -> Artwork.Path {
      let places = stride(from: -40.0, through: 1040, by: 40)
      var path = Artwork.Path(
        smoothThrough: places.map { Artwork.Point(x: $0, y: wave.surface(at: $0, moment)) }
      )
      path.line(to: Artwork.Point(x: 1040, y: 1100))
      path.line(to: Artwork.Point(x: -40, y: 1100))
      path.close()
      return path
    }

    private func boat(
      on wave: Wave,
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      _ palette: Artwork.Palette
    ) {
      let (left, right) = (wave.surface(at: 430, moment), wave.surface(at: 570, moment))
      let tilt = atan2(right - left, 140) * 180 / .pi
      let keel = Artwork.Point(x: 500, y: (left + right) / 2 + 22)
      let at = { (along: Double, up: Double) in keel.moved(tilt, by: along).moved(tilt - 90, by: up) }
      var hull = Artwork.Path(through: [at(-70, 0), at(-110, 52), at(110, 52), at(74, 0)])
      hull.close()
      var sail = Artwork.Path(through: [at(8, 66), at(8, 250), at(104, 66)])
      sail.close()
      var jib = Artwork.Path(through: [at(-10, 66), at(-10, 210), at(-80, 66)])
      jib.close()
      canvas.shape(sail, .flat(palette.contrast))
      canvas.shape(jib, .flat(palette.contrast), opacity: 0.75)
      canvas.shape(hull, .flat(palette.inks[1]))
    }
  }
}

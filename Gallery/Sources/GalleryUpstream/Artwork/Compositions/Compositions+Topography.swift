import Foundation

extension Artwork.Compositions {
  /// The contour lines of a hill, filled from its foot to its top.
  struct Topography: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let levels = random.int(7...11)
      let waves = (2...5).map { count in
        (
          count: Double(count), phase: random.double(0...6.28),
          height: random.double(0.05...0.17) / Double(count - 1) * 1.5
        )
      }
      let centre = Artwork.Point.centre.moved(random.double(0...360), by: random.double(0...170))
      let outer = random.pick([420.0, 560, 760])
      let drift = random.double(0...360)
      for level in 0..<levels {
        let part = Double(level) / Double(levels)
        let place = centre.moved(drift, by: part * 130)
        let outline = (0..<48).map { step in
          let angle = Double(step) / 48 * 2 * .pi
          let wobble = waves.reduce(1) { sum, wave in
            sum + wave.height * sin(angle * wave.count + wave.phase + part * 1.6)
          }
          return place.moved(angle * 180 / .pi, by: outer * (1 - part) * wobble)
        }
        let colour = palette.rise(Double(level) / Double(levels - 1))
        canvas.shape(Artwork.Path(smoothThrough: outline, isClosed: true), .flat(colour))
      }
    }
  }
}

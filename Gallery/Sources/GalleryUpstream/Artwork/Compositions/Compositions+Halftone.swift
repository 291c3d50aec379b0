import Foundation

extension Artwork.Compositions {
  /// A field of dots that swell and shrink like a printed wave.
  struct Halftone: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let ground = [palette.ground, palette.ground.mixed(with: palette.inks[1], 0.18)]
      canvas.fill(canvas.linear(from: .init(x: 0, y: 0), to: .init(x: 1000, y: 1000), ground))
      let count = random.int(11...17)
      let pitch = 840 / Double(count - 1)
      let swell = field(random: &random)
      let colours = palette.visible
      let (low, high) = (colours[colours.count / 2], colours[colours.count - 1])
      for row in 0..<count {
        for column in 0..<count {
          let x = Double(column) / Double(count - 1) * 2 - 1
          let y = Double(row) / Double(count - 1) * 2 - 1
          let size = swell(x, y)
          let centre = Artwork.Point(x: 500 + x * 420, y: 500 + y * 420)
          let colour = low.mixed(with: high, size)
          canvas.circle(centre, pitch * (0.07 + 0.42 * size), .flat(colour))
        }
      }
    }

    /// How large the dot is at a place from -1 to 1, from 0 to 1.
    private func field(random: inout SplitMix64) -> (Double, Double) -> Double {
      let (x0, y0) = (random.double(-0.7...0.7), random.double(-0.7...0.7))
      let turn = random.double(0...6.28)
      switch random.int(0...2) {
      case 0:
        return { x, y in
          let distance = ((x - x0) * (x - x0) + (y - y0) * (y - y0)).squareRoot()
          return 0.5 + 0.5 * cos(distance * 4.2)
        }
      case 1:
        return { x, y in
          let along = x * cos(turn) + y * sin(turn)
          let across = y * cos(turn) - x * sin(turn)
          return 0.5 + 0.5 * sin(along * 3.4 + sin(across * 2.4) * 1.3)
        }
      default:
        return { x, y in
          let angle = atan2(y, x)
          let distance = (x * x + y * y).squareRoot()
          return 0.5 + 0.5 * cos(angle * 2 + distance * 4 + turn)
        }
      }
    }
  }
}

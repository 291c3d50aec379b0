import Foundation

extension Artwork.Compositions {
  /// Folded paper: strips of light and shadow across the whole sleeve.
  struct Pleats: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let strips = random.int(7...13)
      let angle = random.pick([0.0, 0, 90, 45, -45, 20])
      let reach = angle.truncatingRemainder(dividingBy: 90) == 0 ? 1000.0 : 1420
      let first = 500 - reach / 2
      let isGrowing = random.chance(0.5)
      let bounds = (0...strips).map { index in
        let part = Double(index) / Double(strips)
        return first + reach * (isGrowing ? pow(part, 1.7) : part)
      }
      let swing = random.double(0.5...1.5)
      canvas.fill(.flat(palette.inks[0]))
      canvas.group(turned: angle) { canvas in
        for index in 0..<strips {
          let part = Double(index) / Double(strips - 1)
          let place = 0.5 - 0.5 * cos(part * .pi * 2 * swing)
          let colour = palette.tone(place)
          let shades = [
            colour.lighter(by: 0.09), colour, colour.lighter(by: -0.1),
            colour.mixed(with: palette.night, 0.62),
          ]
          let (left, right) = (bounds[index], bounds[index + 1])
          let paint = canvas.linear(from: .init(x: left, y: 0), to: .init(x: right, y: 0), shades)
          // One unit wider than it is, lest a hair of the ground shows between two strips.
          canvas.rectangle(x: left, y: -300, width: right - left + 1, height: 1600, paint)
        }
      }
    }
  }
}

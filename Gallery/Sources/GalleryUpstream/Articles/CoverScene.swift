/// The cover of an article, as the front of a magazine: a picture, a name, a number, and a bar code.
///
/// The same seed and index always give the same cover.
struct CoverScene: Sendable {
  /// In pixels.
  static let width = 1200
  /// In pixels.
  static let height = 800
  /// What of the square canvas is seen, from top to bottom: a cover is wider than high, and everything is drawn
  /// around the middle.
  static let seen = 166.0...834.0

  let index: Int
  private let random: SplitMix64

  init(index: Int, seed: UInt64) {
    self.index = index
    random = SplitMix64(seed: seed, number: UInt64(index) ^ 0xC0FE)
  }

  /// The drawing as an SVG document of 1000 by 668 units.
  var svg: String {
    var random = random
    let composition = random.pick(Self.pictures)
    let palette = Artwork.Palette(random: &random)
    var canvas = Artwork.Canvas()
    composition.draw(on: &canvas, palette: palette, random: &random)
    let ink = random.chance(0.5) ? frame(palette, on: &canvas) : band(palette, on: &canvas)
    head(random.pick(Self.names), ink, on: &canvas)
    barCode(on: &canvas, palette: palette, random: &random)
    return canvas.svg(from: Self.seen.lowerBound, height: Self.seen.upperBound - Self.seen.lowerBound)
  }

  /// Those of the compositions that are quickly drawn, and that a JPEG of some hundred kilobytes does justice to: not
  /// those that are made of blended layers or of hairlines.
  private static let pictures: [any Artwork.Composition] = [
    Artwork.Compositions.Arches(), Artwork.Compositions.Dunes(), Artwork.Compositions.Horizon(),
    Artwork.Compositions.Orb(), Artwork.Compositions.Pills(), Artwork.Compositions.Pleats(),
    Artwork.Compositions.Rings(), Artwork.Compositions.Sunburst(), Artwork.Compositions.Tiles(),
    Artwork.Compositions.Topography(),
  ]

  /// Magazines that there are not.
  private static let names = [
    "MERIDIAN", "LANTERN", "HARBOUR", "QUARTO", "NOCTURNE", "ORCHARD", "ATLAS", "SALT", "VELVET", "KITE",
  ]
  private static let margin = 32.0

  /// A frame of paper around the picture, with room for the name above it.
  private func frame(_ palette: Artwork.Palette, on canvas: inout Artwork.Canvas) -> Artwork.Paint {
    let paper = Artwork.Paint.flat(palette.isDark ? palette.paper : palette.night)
    let (top, bottom) = (Self.seen.lowerBound, Self.seen.upperBound)
    canvas.rectangle(x: 0, y: top, width: 1000, height: 128, paper)
    canvas.rectangle(x: 0, y: bottom - Self.margin, width: 1000, height: Self.margin, paper)
    for x in [0, 1000 - Self.margin] {
      canvas.rectangle(x: x, y: top, width: Self.margin, height: bottom - top, paper)
    }
    return .flat(palette.isDark ? palette.night : palette.paper)
  }

  /// The picture up to the edges, under a band with the name.
  private func band(_ palette: Artwork.Palette, on canvas: inout Artwork.Canvas) -> Artwork.Paint {
    let dark = Artwork.Paint.flat(palette.inks[0].lighter(by: -0.08))
    canvas.rectangle(x: 0, y: Self.seen.lowerBound, width: 1000, height: 128, dark)
    return .flat(palette.paper)
  }

  private func head(_ name: String, _ ink: Artwork.Paint, on canvas: inout Artwork.Canvas) {
    let top = Self.seen.lowerBound
    let start = Artwork.Point(x: Self.margin + 8, y: top + 34)
    canvas.letters(name, at: start, height: 66, weight: 0.19, ink)
    let number = "NO \(index + 1)"
    let width = Artwork.Canvas.width(of: number, height: 20)
    let place = Artwork.Point(x: 1000 - Self.margin - 8 - width, y: top + 80)
    canvas.letters(number, at: place, height: 20, weight: 0.14, ink)
  }

  private func barCode(
    on canvas: inout Artwork.Canvas,
    palette: Artwork.Palette,
    random: inout SplitMix64
  ) {
    let (width, height) = (112.0, 58.0)
    let left = 1000 - Self.margin - 24 - width
    let top = Self.seen.upperBound - Self.margin - 24 - height
    canvas.rectangle(x: left, y: top, width: width, height: height, .flat(palette.paper))
    var x = left + 10
    while x < left + width - 12 {
      let bar = random.double(1.2...4)
      canvas.rectangle(x: x, y: top + 8, width: bar, height: height - 16, .flat(palette.night))
      x += bar + random.double(1.6...4.4)
    }
  }
}

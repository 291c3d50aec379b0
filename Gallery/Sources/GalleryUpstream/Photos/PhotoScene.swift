/// A view such as photos are taken of, drawn from a seed and a number.
///
/// The same two always give the same view in the same shape.
struct PhotoScene: Sendable {
  /// Width and height, to each other.
  struct Shape: Sendable, Hashable {
    let width: Int
    let height: Int

    static let all = [
      Shape(width: 3, height: 2), Shape(width: 4, height: 3), Shape(width: 1, height: 1),
      Shape(width: 2, height: 3),
    ]
  }

  let shape: Shape
  private let random: SplitMix64

  init(number: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed, number: UInt64(number))
    shape = random.pick(Shape.all)
    self.random = random
  }

  /// The view as an SVG document of 1000 by 1000 units, from which its shape is cut out of the middle.
  var svg: String {
    var random = random
    let view = random.pick(Self.views)
    let palette = Artwork.Palette(random: &random)
    var canvas = Artwork.Canvas()
    view.draw(on: &canvas, palette: palette, random: &random)
    return canvas.svg
  }

  /// Those of the compositions that could be a view from somewhere, or a close look at something.
  private static let views: [any Artwork.Composition] = [
    Artwork.Compositions.Aurora(), Artwork.Compositions.Dunes(), Artwork.Compositions.Horizon(),
    Artwork.Compositions.Orb(), Artwork.Compositions.Petals(),
  ]
}

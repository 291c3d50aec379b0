/// A record sleeve without words, drawn from a number.
///
/// ```swift
/// let svg = Artwork(seed: 42).svg
/// let picture = try await ImageRenderer.render(svg: svg, width: 600, height: 600)
/// ```
///
/// The same seed always gives the same text, and the text is a vector drawing: the composition is the same
/// at every size. There are no letters on it, since a fresh machine has no fonts.
public struct Artwork: Sendable, Hashable {
  public let seed: UInt64

  public init(seed: UInt64) {
    self.seed = seed
  }

  /// The drawing as an SVG document of 1000 by 1000 units.
  public var svg: String {
    var random = SplitMix64(seed: seed)
    let composition = random.pick(Compositions.all)
    let palette = Palette(random: &random)
    var canvas = Canvas()
    composition.draw(on: &canvas, palette: palette, random: &random)
    return canvas.svg
  }
}

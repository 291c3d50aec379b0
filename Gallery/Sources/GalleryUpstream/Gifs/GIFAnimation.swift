import ErrandsImages

/// What a GIF is drawn from. Equal ones give equal frames.
struct GIFAnimation: Sendable {
  let motif: any Motif
  let seed: UInt64
  /// How many frames the whole animation has.
  let frameCount: Int
  /// How long each of them is shown, in milliseconds.
  let delay: Int

  /// The frames of the loop, or so many of them, in the same time altogether.
  func frames(_ count: Int) -> [ImageRenderer.Frame] {
    // GIF counts in hundredths of a second.
    let hundredths = frameCount * delay / (count * 10)
    return (0..<count).map { index in
      let moment = Moment(Double(index) / Double(count))
      return ImageRenderer.Frame(svg: svg(moment), delay: .milliseconds(hundredths * 10))
    }
  }

  /// One moment as an SVG document of 1000 by 1000 units, from whose middle the picture is cut.
  func svg(_ moment: Moment) -> String {
    var random = SplitMix64(seed: seed)
    let palette = Artwork.Palette(random: &random)
    var canvas = Artwork.Canvas()
    motif.draw(moment, on: &canvas, palette: palette, random: &random)
    return canvas.svg
  }
}

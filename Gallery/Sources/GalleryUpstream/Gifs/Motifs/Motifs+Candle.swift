extension Motifs {
  /// A candle whose flame flickers.
  struct Candle: Motif {
    let detail = 10

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.night))
      let sway = 16 * moment.swing + 7 * moment.times(3).swing
      let height = 1 + 0.1 * moment.times(2).swing
      let glow = Artwork.Paint.flat(palette.inks[3])
      for (radius, opacity) in [(250.0, 0.08), (190, 0.1), (130, 0.12)] {
        canvas.circle(
          Artwork.Point(x: 500, y: 420),
          radius + 8 * moment.times(2).swing,
          glow,
          opacity: opacity
        )
      }
      canvas.rectangle(x: 430, y: 545, width: 140, height: 600, corner: 16, .flat(palette.inks[1]))
      canvas.ellipse(Artwork.Point(x: 500, y: 550), 70, 18, turned: 0, .flat(palette.inks[2]))
      let wick = [Artwork.Point(x: 500, y: 552), Artwork.Point(x: 500 + sway * 0.2, y: 505)]
      canvas.line(Artwork.Path(through: wick), .flat(palette.paper), width: 7)
      for (size, colour) in [(1.0, palette.inks[2]), (0.62, palette.inks[3]), (0.32, palette.paper)] {
        let at = { (x: Double, y: Double) in
          Artwork.Point(x: 500 + x * size + sway * y / 190, y: 520 - y * size * height)
        }
        let flame = [at(0, 0), at(58, 62), at(34, 130), at(0, 215), at(-34, 130), at(-58, 62)]
        canvas.shape(Artwork.Path(smoothThrough: flame, isClosed: true), .flat(colour))
      }
    }
  }
}

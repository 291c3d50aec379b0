extension Motifs {
  /// Balloons that rise and sway on their strings.
  struct Balloons: Motif {
    let detail = 10

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let count = random.int(3...5)
      for index in 0..<count {
        let rise = moment.later(by: Double(index) / Double(count)).phase
        let x = 500 + (Double(index) - Double(count - 1) / 2) * (520 / Double(count))
        let sway = 18 * moment.times(2).later(by: Double(index) * 0.3).swing
        let centre = Artwork.Point(x: x + sway, y: 1140 - rise * 1420)
        let colour = Artwork.Paint.flat(palette.rise(random.unit()))
        let string = [
          Artwork.Point(x: centre.x, y: centre.y + 95), Artwork.Point(x: x - sway, y: centre.y + 150),
          Artwork.Point(x: x, y: centre.y + 215),
        ]
        canvas.line(Artwork.Path(smoothThrough: string), .flat(palette.contrast), width: 4, opacity: 0.7)
        canvas.ellipse(centre, 76, 94, turned: sway / 4, colour)
        canvas.ellipse(centre.moved(230, by: 48), 12, 24, turned: 35, .flat(palette.paper), opacity: 0.6)
      }
    }
  }
}

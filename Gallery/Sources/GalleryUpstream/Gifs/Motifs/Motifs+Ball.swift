extension Motifs {
  /// Balls that bounce, one after another, and flatten where they land.
  struct Ball: Motif {
    let detail = 7

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let floor = 690.0
      canvas.rectangle(x: -500, y: floor + 30, width: 2000, height: 900, .flat(palette.rise(0.1)))
      let count = random.int(1...3)
      for index in 0..<count {
        let height = moment.later(by: Double(index) / Double(count)).jump
        let x = 500 + (Double(index) - Double(count - 1) / 2) * 190
        ball(
          at: x,
          height,
          above: floor,
          in: palette.rise(Double(index + 1) / Double(count)),
          on: &canvas,
          palette
        )
      }
    }

    private func ball(
      at x: Double,
      _ height: Double,
      above floor: Double,
      in colour: Artwork.OKLCH,
      on canvas: inout Artwork.Canvas,
      _ palette: Artwork.Palette
    ) {
      let radius = 72.0
      let flatness = height < 0.12 ? 1 - (0.12 - height) * 2.6 : 1
      let centre = Artwork.Point(x: x, y: floor - radius * flatness - height * 300)
      let shadow = Artwork.Point(x: x, y: floor + 22)
      let width = radius * (1.15 - height * 0.6)
      canvas.ellipse(shadow, width, 14, turned: 0, .flat(palette.contrast), opacity: 0.28)
      canvas.ellipse(centre, radius / flatness, radius * flatness, turned: 0, .flat(colour))
      let glint = centre.moved(225, by: radius * 0.5)
      canvas.circle(glint, radius * 0.2, .flat(palette.paper), opacity: 0.7)
    }
  }
}

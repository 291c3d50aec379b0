extension Artwork.Compositions {
  /// Clouds of colour that run into each other.
  struct Aurora: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      // Complements fade into grey where they meet, so the clouds keep to one side of the colour circle.
      let hue = palette.inks[1].hue
      let span = random.pick([-130.0, -90, 90, 130])
      let deep = random.double(0.42...0.6)
      canvas.fill(.flat(Artwork.OKLCH(deep, 0.17, hue)))
      let start = random.double(0...360)
      let clouds = random.int(7...9)
      for index in 0..<clouds {
        // The golden angle spreads the clouds without two of them meeting.
        let centre = Artwork.Point.centre.moved(
          start + Double(index) * 137.5,
          by: random.double(180...560)
        )
        let radius = random.double(380...720)
        let part = Double(index * 2 % clouds) / Double(clouds - 1)
        let colour = Artwork.OKLCH(deep + part * (0.88 - deep), 0.18 - part * 0.06, hue + part * span)
        canvas.circle(centre, radius, canvas.glow(centre, radius, colour, opacity: 0.95))
      }
      let light = Artwork.Point.centre.moved(start + 60, by: random.double(150...330))
      canvas.circle(light, 330, canvas.glow(light, 330, palette.paper, opacity: 0.75))
      if random.chance(0.4) {
        let frame = Artwork.Paint.flat(palette.paper)
        canvas.ring(.centre, random.double(230...330), frame, width: 5)
      }
    }
  }
}

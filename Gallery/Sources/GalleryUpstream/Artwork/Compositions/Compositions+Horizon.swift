extension Artwork.Compositions {
  /// A great sun that sinks into the sea in stripes.
  struct Horizon: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let sky =
        palette.isDark
        ? [palette.night, palette.inks[0]] : [palette.paper, palette.paper.mixed(with: palette.inks[3], 0.6)]
      let (top, bottom) = (Artwork.Point(x: 500, y: 0), Artwork.Point(x: 500, y: 1000))
      canvas.fill(canvas.linear(from: top, to: bottom, sky))
      let centre = Artwork.Point(x: 500, y: random.double(440...500))
      let radius = random.double(280...340)
      if palette.isDark {
        canvas.circle(centre, radius * 1.7, canvas.glow(centre, radius * 1.7, palette.inks[2], opacity: 0.45))
      }
      let sun = canvas.linear(
        from: Artwork.Point(x: 500, y: centre.y - radius),
        to: Artwork.Point(x: 500, y: centre.y + radius),
        [palette.inks[3], palette.inks[2], palette.inks[1]]
      )
      canvas.circle(centre, radius, sun)
      let water = canvas.linear(from: top, to: bottom, sky)
      stripes(
        below: centre.y + radius * random.double(-0.1...0.15),
        to: centre.y + radius,
        water,
        on: &canvas
      )
      let line = centre.y + radius + 60
      for index in 0..<4 {
        let half = radius * (0.85 - Double(index) * 0.19)
        let thickness = 9 - Double(index) * 1.5
        canvas.rectangle(
          x: 500 - half,
          y: line + Double(index) * 42,
          width: half * 2,
          height: thickness,
          corner: thickness / 2,
          .flat(palette.inks[palette.isDark ? 3 : 1])
        )
      }
    }

    /// Cuts that grow wider downwards, in the colour of what lies behind.
    private func stripes(
      below first: Double,
      to last: Double,
      _ paint: Artwork.Paint,
      on canvas: inout Artwork.Canvas
    ) {
      var y = first
      var gap = 7.0
      while y < last {
        canvas.rectangle(x: 0, y: y, width: 1000, height: gap, paint)
        y += gap + max(12, 44 - gap * 0.6)
        gap *= 1.32
      }
    }
  }
}

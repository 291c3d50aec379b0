extension Artwork.Compositions {
  /// A planet in its own light, with a moon on its way around.
  struct Orb: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let isDark = palette.isDark
      let ground =
        isDark
        ? [palette.night.lighter(by: 0.06), palette.night.lighter(by: -0.05)]
        : [palette.paper, palette.paper.mixed(with: palette.inks[3], 0.55)]
      canvas.fill(canvas.radial(.centre, 760, ground))
      let direction = random.double(200...340)
      let centre = Artwork.Point(x: 500, y: 500)
      let radius = random.double(235...320)
      let aura = canvas.glow(centre, radius * 1.75, palette.inks[2], opacity: isDark ? 0.55 : 0.4)
      canvas.circle(centre, radius * 1.75, aura)
      let lit = centre.moved(direction, by: radius * 0.62)
      let shades = [palette.inks[3].lighter(by: 0.06), palette.inks[2], palette.inks[1], palette.inks[0]]
      let dusk = palette.inks[0].mixed(with: palette.night, isDark ? 0.75 : 0.35)
      canvas.circle(centre, radius, canvas.radial(lit, radius * 1.75, shades + [dusk]))
      orbits(around: centre, radius, direction, on: &canvas, palette, random: &random)
    }

    private func orbits(
      around centre: Artwork.Point,
      _ radius: Double,
      _ direction: Double,
      on canvas: inout Artwork.Canvas,
      _ palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let colour = Artwork.Paint.flat(palette.contrast)
      for index in 0..<random.int(1...3) {
        let distance = radius + 55 + Double(index) * 48
        canvas.ring(centre, distance, colour, width: 2.5)
        let place = centre.moved(direction + random.double(40...320), by: distance)
        let moon = index == 0 ? 22.0 : 10
        canvas.circle(place, moon, .flat(index == 0 ? palette.inks[3] : palette.contrast))
        if index == 0 { canvas.ring(place, moon, colour, width: 2.5) }
      }
    }
  }
}

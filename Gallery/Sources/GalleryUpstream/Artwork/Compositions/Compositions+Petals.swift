extension Artwork.Compositions {
  /// A flower of leaves that shine through one another.
  struct Petals: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let isDark = palette.isDark
      let ground = isDark ? palette.night : palette.paper
      canvas.fill(canvas.radial(.centre, 720, [ground.lighter(by: isDark ? 0.07 : 0), ground]))
      let petals = random.int(8...14)
      let start = random.double(0...360)
      let layers = random.int(1...2)
      let width = random.double(62...105)
      let blend: Artwork.Blend = isDark ? .screen : .multiply
      canvas.group(blend: blend) { canvas in
        for layer in 0..<layers {
          let length = (layer == 0 ? 225 : 145) * 1.0
          for petal in 0..<petals {
            let direction = start + (Double(petal) + Double(layer) / 2) * 360 / Double(petals)
            let middle = Artwork.Point.centre.moved(direction, by: length * 0.86)
            let colours = [palette.inks[layer == 0 ? 1 : 2], palette.inks[layer == 0 ? 2 : 3]]
            let paint = canvas.linear(from: .centre, to: .centre.moved(direction, by: length * 1.9), colours)
            canvas.ellipse(
              middle,
              length,
              width * (layer == 0 ? 1 : 0.7),
              turned: direction,
              paint,
              opacity: 0.62
            )
          }
        }
      }
      canvas.circle(.centre, random.double(34...62), .flat(isDark ? palette.paper : palette.inks[0]))
    }
  }
}

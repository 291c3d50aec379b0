extension Artwork.Compositions {
  /// Discs within discs, around one centre or drifting away from it like a tunnel.
  struct Rings: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let rings = random.int(6...11)
      let drift = random.pick([0, random.double(0.5...0.85)])
      let direction = random.double(0...360)
      let outer = random.pick([430.0, 430, 640, 760])
      let isBanded = random.chance(0.4)
      for index in 0..<rings {
        let part = Double(index) / Double(rings)
        let radius = outer * (1 - part)
        let centre = Artwork.Point.centre.moved(direction, by: drift * (outer - radius))
        let position = Double(index) / Double(rings - 1)
        let colour =
          isBanded
          ? (index.isMultiple(of: 2) ? palette.rise(position) : palette.ground)
          : palette.rise(position)
        let shade = canvas.linear(
          from: centre.moved(direction, by: -radius),
          to: centre.moved(direction, by: radius),
          [colour.lighter(by: 0.035), colour.lighter(by: -0.035)]
        )
        canvas.circle(centre, radius, shade)
      }
      let core = Artwork.Point.centre.moved(direction, by: drift * outer * (1 - 0.5 / Double(rings)))
      canvas.circle(core, outer / Double(rings) * 0.42, .flat(palette.contrast))
    }
  }
}

extension Artwork.Compositions {
  /// A few large discs whose colours mix where they meet: inks on paper, lamps in the dark.
  struct Overlaps: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let isDark = palette.isDark
      canvas.fill(.flat(isDark ? palette.night : palette.paper))
      let count = random.int(3...5)
      let start = random.double(0...360)
      let inks = random.shuffled(isDark ? palette.inks : palette.inks.map { $0.lighter(by: 0.1) })
      let isChain = random.chance(0.35)
      for index in 0..<count {
        let part = Double(index) / Double(count)
        let place =
          isChain
          ? Artwork.Point.centre.moved(start, by: (part + 0.5 / Double(count) - 0.5) * 640)
          : Artwork.Point.centre.moved(start + part * 360, by: 165)
        let radius = isChain ? 215.0 : random.double(215...270)
        let colour = inks[index % inks.count]
        let deep = isDark ? colour.lighter(by: -0.12) : colour.lighter(by: -0.07)
        let paint = canvas.linear(
          from: place.moved(start + 40, by: -radius),
          to: place.moved(start + 40, by: radius),
          [colour, deep]
        )
        canvas.group(blend: isDark ? .screen : .multiply) { $0.circle(place, radius, paint) }
      }
    }
  }
}

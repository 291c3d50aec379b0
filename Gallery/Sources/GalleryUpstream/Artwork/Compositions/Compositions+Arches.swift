extension Artwork.Compositions {
  /// Nested arches, as on a tiled doorway; one, or a frieze of them.
  struct Arches: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let columns = random.pick([1, 1, 2, 3])
      let bands = columns == 1 ? random.int(5...7) : random.int(3...5)
      let width = Artwork.Canvas.side / Double(columns)
      let rows = columns
      let isStaggered = columns > 1 && random.chance(0.5)
      for row in 0..<rows {
        let shift = isStaggered && row % 2 == 1 ? width / 2 : 0
        for column in -1...columns {
          let x = (Double(column) + 0.5) * width + shift
          let foot = Double(row + 1) * width
          let reversed = columns > 1 && (row + column).isMultiple(of: 2)
          nest(bands, x: x, foot: foot, width: width, on: &canvas, palette, reversed: reversed)
        }
      }
    }

    private func nest(
      _ bands: Int,
      x: Double,
      foot: Double,
      width: Double,
      on canvas: inout Artwork.Canvas,
      _ palette: Artwork.Palette,
      reversed: Bool
    ) {
      let outer = width * (width == 1000 ? 0.4 : 0.46)
      let spring = width == 1000 ? 480 : foot - width / 2 + width * 0.04
      for band in 0..<bands {
        let part = Double(band) / Double(bands)
        let radius = outer * (1 - part)
        var arch = Artwork.Path(from: Artwork.Point(x: x - radius, y: foot))
        arch.line(to: Artwork.Point(x: x - radius, y: spring))
        arch.arc(to: Artwork.Point(x: x + radius, y: spring), radius: radius)
        arch.line(to: Artwork.Point(x: x + radius, y: foot))
        arch.close()
        let position = Double(band) / Double(bands - 1)
        canvas.shape(arch, .flat(palette.rise(reversed ? 1 - position : position)))
      }
    }
  }
}

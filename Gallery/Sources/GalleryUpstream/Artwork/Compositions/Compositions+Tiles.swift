extension Artwork.Compositions {
  /// A grid of simple shapes, one in each square.
  struct Tiles: Artwork.Composition {
    private enum Kind: CaseIterable {
      case quarter, half, disc, leaf, eye, corner
    }

    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let count = random.pick([2, 3, 4, 4, 5])
      let size = Artwork.Canvas.side / Double(count)
      let kinds = Array(random.shuffled(Kind.allCases).prefix(3))
      let colours = palette.inks + [palette.paper, palette.night]
      canvas.fill(.flat(palette.ground))
      for row in 0..<count {
        for column in 0..<count {
          let ground = random.pick(colours)
          let others = colours.filter { abs($0.lightness - ground.lightness) > 0.2 }
          let (x, y) = (Double(column) * size, Double(row) * size)
          canvas.rectangle(x: x, y: y, width: size + 0.5, height: size + 0.5, .flat(ground))
          let turn = random.int(0...3)
          let tile = Tile(x: x, y: y, size: size, turn: turn)
          draw(
            random.pick(kinds),
            tile,
            on: &canvas,
            random.pick(others),
            ground,
            random.pick(others)
          )
        }
      }
    }

    private func draw(
      _ kind: Kind,
      _ tile: Tile,
      on canvas: inout Artwork.Canvas,
      _ ink: Artwork.OKLCH,
      _ ground: Artwork.OKLCH,
      _ second: Artwork.OKLCH
    ) {
      let size = tile.size
      switch kind {
      case .quarter:
        canvas.shape(tile.quarter(size), .flat(ink))
        canvas.shape(tile.quarter(size * 0.5), .flat(ground))
      case .half:
        var half = Artwork.Path(from: tile.corner(0, 0))
        half.arc(to: tile.corner(1, 0), radius: size / 2, isClockwise: false)
        half.close()
        canvas.shape(half, .flat(ink))
        canvas.circle(tile.corner(0.5, 0.75), size / 8, .flat(second))
      case .disc:
        canvas.circle(tile.corner(0.5, 0.5), size * 0.36, .flat(ink))
      case .leaf:
        var leaf = Artwork.Path(from: tile.corner(0, 0))
        leaf.arc(to: tile.corner(1, 1), radius: size)
        leaf.arc(to: tile.corner(0, 0), radius: size)
        canvas.shape(leaf, .flat(ink))
      case .eye:
        canvas.circle(tile.corner(0.5, 0.5), size * 0.5, .flat(ink))
        canvas.circle(tile.corner(0.5, 0.5), size * 0.2, .flat(ground))
      case .corner:
        canvas.shape(
          Artwork.Path(through: [tile.corner(0, 0), tile.corner(1, 0), tile.corner(0, 1)]),
          .flat(ink)
        )
      }
    }
  }
}

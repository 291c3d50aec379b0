extension Motifs {
  /// Squares that turn on the spot, in waves.
  struct Tiles: Motif {
    let detail = 35

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let side = random.pick([125.0, 166, 250])
      let count = Int(1000 / side)
      let first = (1000 - side * Double(count - 1)) / 2
      for row in 0..<count {
        for column in 0..<count {
          let centre = Artwork.Point(x: first + Double(column) * side, y: first + Double(row) * side)
          let delay = Double(row + column) / Double(count * 2)
          // A square that has turned by 90 degrees looks as before.
          let turn = 90 * moment.later(by: -delay).stride + 45
          var square = Artwork.Path(
            through: (0..<4).map { centre.moved(turn + Double($0) * 90, by: side * 0.58) }
          )
          square.close()
          canvas.shape(square, .flat(palette.rise(Double((row + column) % count) / Double(count - 1))))
        }
      }
    }
  }
}

extension Artwork.Compositions {
  /// Threads around a circle of nails, from each number to its multiple: their envelope is a cardioid and
  /// its kin.
  struct Strings: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let ground = palette.ground
      canvas.fill(canvas.radial(.centre, 740, [ground.lighter(by: 0.045), ground.lighter(by: -0.03)]))
      let nails = random.pick([150, 180, 210])
      let factor = random.pick([2, 3, 4, 5, 7])
      let turn = random.pick([90.0, -90, 0, 45])
      let radius = 405.0
      let nail = { (number: Int) in
        Artwork.Point.centre.moved(turn + Double(number % nails) * 360 / Double(nails), by: radius)
      }
      for number in 1..<nails {
        let part = abs(Double(number) / Double(nails) * 2 - 1)
        let thread = Artwork.Path(through: [nail(number), nail(number * factor)])
        canvas.line(thread, .flat(palette.rise(1 - part)), width: 2.2, opacity: 0.8)
      }
      canvas.ring(.centre, radius + 9, .flat(palette.contrast), width: 4)
    }
  }
}

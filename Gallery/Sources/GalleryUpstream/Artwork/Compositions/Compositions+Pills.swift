extension Artwork.Compositions {
  /// Slanting bars with round ends, each fading along its length.
  struct Pills: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let angle = random.pick([-45.0, 45, -30, 90])
      let lanes = random.int(7...10)
      let lane = 1500 / Double(lanes)
      let thickness = lane * random.double(0.66...0.86)
      canvas.group(turned: angle) { canvas in
        for index in 0..<lanes {
          let y = -250 + lane * (Double(index) + 0.5) - thickness / 2
          var x = -250 - random.double(0...400)
          while x < 1250 {
            let length = max(thickness, random.double(0.14...0.62) * 1000)
            pill(x: x, y: y, length, thickness, on: &canvas, palette, random: &random)
            x += length + lane - thickness
          }
        }
      }
    }

    private func pill(
      x: Double,
      y: Double,
      _ length: Double,
      _ thickness: Double,
      on canvas: inout Artwork.Canvas,
      _ palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let colour = random.chance(0.16) ? palette.contrast : random.pick(palette.visible)
      let end = random.chance(0.55) ? palette.ground.mixed(with: colour, 0.12) : colour
      let (left, right) = (Artwork.Point(x: x, y: y), Artwork.Point(x: x + length, y: y))
      let colours = random.chance(0.5) ? [colour, end] : [end, colour]
      canvas.rectangle(
        x: x,
        y: y,
        width: length,
        height: thickness,
        corner: thickness / 2,
        canvas.linear(from: left, to: right, colours)
      )
    }
  }
}

extension Motifs {
  /// The head of a cat that sways, twitches an ear and blinks.
  struct Cat: Motif {
    let detail = 12

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let fur = Artwork.Paint.flat(palette.rise(random.double(0.2...1)))
      let middle = Artwork.Point(x: 500 + 14 * moment.swing, y: 535 + 6 * moment.times(2).swing)
      ear(-1, of: middle, twitch: 0, fur, on: &canvas, palette)
      ear(1, of: middle, twitch: 26 * max(0, moment.times(4).swing * moment.swing), fur, on: &canvas, palette)
      canvas.ellipse(middle, 215, 178, turned: 0, fur)
      let iris = Artwork.Paint.flat(palette.inks[3])
      for side in [-1.0, 1] { eye(side, of: middle, moment, iris, on: &canvas, palette) }
      muzzle(of: middle, on: &canvas, palette)
    }

    private func at(_ middle: Artwork.Point, _ x: Double, _ y: Double) -> Artwork.Point {
      Artwork.Point(x: middle.x + x, y: middle.y + y)
    }

    private func ear(
      _ side: Double,
      of middle: Artwork.Point,
      twitch: Double,
      _ fur: Artwork.Paint,
      on canvas: inout Artwork.Canvas,
      _ palette: Artwork.Palette
    ) {
      let tip = at(middle, side * (185 + twitch), -275 + twitch)
      var outside = Artwork.Path(through: [at(middle, side * 200, -60), tip, at(middle, side * 55, -160)])
      outside.close()
      var inside = Artwork.Path(
        through: [
          at(middle, side * 178, -95), at(middle, side * (172 + twitch), -225 + twitch),
          at(middle, side * 92, -150),
        ]
      )
      inside.close()
      canvas.shape(outside, fur)
      canvas.shape(inside, .flat(palette.inks[2]), opacity: 0.7)
    }

    /// Shut for a moment in the middle of the loop.
    private func eye(
      _ side: Double,
      of middle: Artwork.Point,
      _ moment: Moment,
      _ iris: Artwork.Paint,
      on canvas: inout Artwork.Canvas,
      _ palette: Artwork.Palette
    ) {
      let openness = min(1, abs(moment.phase - 0.5) / 0.09)
      let centre = at(middle, side * 85, -25)
      let line = Artwork.Paint.flat(palette.night)
      canvas.ellipse(centre, 46, 4 + 44 * openness, turned: 0, line)
      guard openness > 0.2 else { return }
      canvas.ellipse(centre, 40, 42 * openness, turned: 0, iris)
      let look = at(centre, 12 * moment.swing, 0)
      canvas.ellipse(look, 13, 34 * openness, turned: 0, line)
      canvas.circle(at(look, 8, -14 * openness), 7 * openness, .flat(palette.paper))
    }

    private func muzzle(
      of middle: Artwork.Point,
      on canvas: inout Artwork.Canvas,
      _ palette: Artwork.Palette
    ) {
      let line = Artwork.Paint.flat(palette.night)
      var nose = Artwork.Path(through: [at(middle, -22, 48), at(middle, 22, 48), at(middle, 0, 72)])
      nose.close()
      canvas.shape(nose, line)
      for side in [-1.0, 1] {
        let mouth = [at(middle, 0, 72), at(middle, side * 18, 98), at(middle, side * 52, 92)]
        canvas.line(Artwork.Path(smoothThrough: mouth), line, width: 7)
        for whisker in [-1.0, 0, 1] {
          let ends = [at(middle, side * 95, 68 + whisker * 16), at(middle, side * 255, 62 + whisker * 44)]
          canvas.line(Artwork.Path(through: ends), line, width: 5, opacity: 0.7)
        }
      }
    }
  }
}

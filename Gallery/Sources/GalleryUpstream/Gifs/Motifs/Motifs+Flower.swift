extension Motifs {
  /// A flower that turns and opens.
  struct Flower: Motif {
    let detail = 14

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let petals = random.pick([8, 10, 12])
      let (light, dark) = (Artwork.Paint.flat(palette.rise(1)), Artwork.Paint.flat(palette.rise(0.4)))
      let step = 360 / Double(petals)
      let reach = 150 + 26 * moment.swell
      // Every second petal looks alike, so a turn by two of them ends where it began.
      for index in 0..<petals {
        let direction = (Double(index) + 2 * moment.phase) * step
        let centre = Artwork.Point.centre.moved(direction, by: reach)
        canvas.ellipse(
          centre,
          118,
          52,
          turned: direction,
          index.isMultiple(of: 2) ? light : dark,
          opacity: 0.9
        )
      }
      canvas.circle(.centre, 70, .flat(palette.contrast))
      canvas.circle(.centre, 44 + 8 * moment.swell, .flat(palette.inks[3]))
    }
  }
}

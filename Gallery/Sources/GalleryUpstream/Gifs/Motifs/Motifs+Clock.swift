extension Motifs {
  /// A clock whose minute hand goes round once.
  struct Clock: Motif {
    let detail = 4

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let (face, line) = (Artwork.Paint.flat(palette.paper), Artwork.Paint.flat(palette.night))
      canvas.circle(.centre, 270, .flat(palette.rise(0.5)))
      canvas.circle(.centre, 236, face)
      for hour in 0..<12 {
        let length = hour.isMultiple(of: 3) ? 40.0 : 22
        let direction = Double(hour) * 30
        let ends = [
          Artwork.Point.centre.moved(direction, by: 216),
          Artwork.Point.centre.moved(direction, by: 216 - length),
        ]
        canvas.line(Artwork.Path(through: ends), line, width: 8)
      }
      let hour = Double(random.int(0...11)) * 30
      canvas.line(
        Artwork.Path(through: [.centre, Artwork.Point.centre.moved(hour, by: 120)]),
        line,
        width: 18
      )
      let minute = Artwork.Point.centre.moved(moment.turn - 90, by: 178)
      canvas.line(Artwork.Path(through: [.centre, minute]), .flat(palette.inks[1]), width: 12)
      canvas.circle(.centre, 20, line)
    }
  }
}

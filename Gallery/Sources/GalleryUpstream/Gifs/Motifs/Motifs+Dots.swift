extension Motifs {
  /// Dots that wait in a row and jump, one after another.
  struct Dots: Motif {
    let detail = 3

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let count = random.int(3...6)
      let gap = 480 / Double(count)
      for index in 0..<count {
        let later = moment.later(by: -Double(index) / Double(count * 2))
        let height = later.phase < 0.5 ? later.times(2).jump : 0
        let x = 500 + (Double(index) - Double(count - 1) / 2) * gap
        canvas.ellipse(
          Artwork.Point(x: x, y: 660),
          gap * 0.3,
          8,
          turned: 0,
          .flat(palette.contrast),
          opacity: 0.25
        )
        let centre = Artwork.Point(x: x, y: 600 - height * 180)
        canvas.circle(centre, gap * 0.34, .flat(palette.rise(0.4 + 0.6 * Double(index) / Double(count - 1))))
      }
    }
  }
}

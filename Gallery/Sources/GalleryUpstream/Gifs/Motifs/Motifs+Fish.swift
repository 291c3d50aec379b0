extension Motifs {
  /// Fish that swim past, and bubbles.
  struct Fish: Motif {
    let detail = 8

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.inks[0]))
      for _ in 0..<7 {
        let rise = moment.later(by: random.unit()).phase
        let sway = 10 * moment.times(2).swing
        let place = Artwork.Point(x: random.double(240...760) + sway, y: 800 - rise * 620)
        let radius = random.double(7...18)
        canvas.ring(place, radius, .flat(palette.paper), width: 3.5)
      }
      let count = random.int(1...3)
      for index in 0..<count {
        let way = moment.later(by: Double(index) / Double(count)).phase
        let place = Artwork.Point(
          x: -160 + way * 1320,
          y: 500 + (Double(index) - Double(count - 1) / 2) * 150 + 14 * moment.times(2).swing
        )
        fish(at: place, moment, .flat(palette.tone(0.6 + 0.4 * random.unit())), on: &canvas, palette)
      }
    }

    private func fish(
      at place: Artwork.Point,
      _ moment: Moment,
      _ scales: Artwork.Paint,
      on canvas: inout Artwork.Canvas,
      _ palette: Artwork.Palette
    ) {
      let beat = 34 * moment.times(4).swing
      var tail = Artwork.Path(
        through: [
          place.moved(180, by: 75), Artwork.Point(x: place.x - 150, y: place.y - 58 + beat),
          Artwork.Point(x: place.x - 128, y: place.y + beat / 2),
          Artwork.Point(x: place.x - 150, y: place.y + 58 + beat),
        ]
      )
      tail.close()
      canvas.shape(tail, scales)
      canvas.ellipse(place, 108, 62, turned: 0, scales)
      let eye = Artwork.Point(x: place.x + 62, y: place.y - 16)
      canvas.circle(eye, 15, .flat(palette.paper))
      canvas.circle(eye, 7, .flat(palette.night))
    }
  }
}

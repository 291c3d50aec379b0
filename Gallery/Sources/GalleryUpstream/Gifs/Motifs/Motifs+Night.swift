extension Motifs {
  /// A moon among stars that twinkle.
  struct Night: Motif {
    let detail = 5

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.night))
      for _ in 0..<36 {
        let place = Artwork.Point(x: random.double(20...980), y: random.double(60...940))
        let shine = moment.later(by: random.unit()).times(random.int(1...2)).swell
        canvas.circle(
          place,
          random.double(4...11) * (0.35 + 0.65 * shine),
          .flat(palette.tone(random.unit()))
        )
      }
      let tilt = 8 * moment.swing
      let moon = Artwork.Point(x: 500, y: 500)
      canvas.circle(moon, 170, .flat(palette.inks[3]))
      canvas.circle(moon.moved(-35 + tilt, by: 82), 150, .flat(palette.night))
    }
  }
}

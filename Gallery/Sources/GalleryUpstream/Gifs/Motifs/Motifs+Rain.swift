extension Motifs {
  /// A cloud that it rains from.
  struct Rain: Motif {
    let detail = 7

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let drop = Artwork.Paint.flat(palette.rise(0.4))
      for index in 0..<14 {
        let fall = moment.later(by: random.unit()).phase
        let place = Artwork.Point(x: 250 + Double(index) * 38, y: 420 + fall * 400)
        canvas.ellipse(place, 8, 24, turned: 8, drop, opacity: 1 - fall)
      }
      let cloud = Artwork.Paint.flat(palette.contrast)
      let x = 500 + 16 * moment.swing
      for puff in [(-150.0, 395.0, 75.0), (-60, 345, 105), (60, 335, 115), (160, 390, 85)] {
        canvas.circle(Artwork.Point(x: x + puff.0, y: puff.1), puff.2, cloud)
      }
      canvas.rectangle(x: x - 215, y: 385, width: 450, height: 88, corner: 44, cloud)
    }
  }
}

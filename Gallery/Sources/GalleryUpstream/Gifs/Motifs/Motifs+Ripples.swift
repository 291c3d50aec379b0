extension Motifs {
  /// Rings that grow out of the middle and thin out.
  struct Ripples: Motif {
    let detail = 27

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let count = random.int(4...6)
      for index in 0..<count {
        let part = (Double(index) + moment.phase) / Double(count)
        let thickness = 44 * (1 - part)
        canvas.ring(.centre, 20 + 400 * part, .flat(palette.rise(part)), width: thickness)
      }
      canvas.circle(.centre, 26 + 8 * moment.times(count).swell, .flat(palette.contrast))
    }
  }
}

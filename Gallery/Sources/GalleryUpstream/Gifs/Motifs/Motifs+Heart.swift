import Foundation

extension Motifs {
  /// A heart that beats, twice a loop, and what it sends out.
  struct Heart: Motif {
    let detail = 23

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.ground))
      let colour = Artwork.Paint.flat(palette.rise(random.double(0.6...1)))
      let beats = random.int(1...2)
      for index in 0..<3 {
        let part = (moment.times(beats).phase + Double(index)) / 3
        canvas.line(outline(1 + part * 1.1), colour, width: 10 * (1 - part), opacity: 1 - part)
      }
      let beat = moment.times(beats).swell
      canvas.shape(outline(0.92 + 0.14 * beat * beat), colour)
      canvas.ellipse(
        Artwork.Point(x: 410, y: 410),
        26,
        44,
        turned: 40,
        .flat(palette.paper),
        opacity: 0.45
      )
    }

    /// The curve x = 16 sin³ t, y = 13 cos t − 5 cos 2t − 2 cos 3t − cos 4t.
    private func outline(_ size: Double) -> Artwork.Path {
      let points = (0..<40).map { index in
        let t = Double(index) / 40 * 2 * .pi
        let (x, y) = (16 * pow(sin(t), 3), 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t))
        return Artwork.Point(x: 500 + x * 13 * size, y: 490 - y * 13 * size)
      }
      return Artwork.Path(smoothThrough: points, isClosed: true)
    }
  }
}

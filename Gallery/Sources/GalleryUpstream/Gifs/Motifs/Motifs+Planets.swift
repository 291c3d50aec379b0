extension Motifs {
  /// A sun and its planets, each on a ring of its own.
  struct Planets: Motif {
    let detail = 9

    func draw(
      _ moment: Moment,
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      canvas.fill(.flat(palette.night))
      for _ in 0..<18 {
        let place = Artwork.Point(x: random.double(0...1000), y: random.double(0...1000))
        canvas.circle(place, random.double(1.5...4), .flat(palette.paper), opacity: 0.6)
      }
      let sun = 62 + 6 * moment.times(2).swell
      canvas.circle(.centre, sun + 26, .flat(palette.inks[3]), opacity: 0.22)
      canvas.circle(.centre, sun, .flat(palette.inks[3]))
      let count = random.int(2...4)
      for index in 0..<count {
        let distance = 120 + Double(index) * 130 / Double(count - 1)
        canvas.ring(.centre, distance, .flat(palette.inks[1]), width: 3)
        let turns = random.pick(index == 0 ? [2, -2] : [1, -1])
        let start = random.double(0...360)
        let place = Artwork.Point.centre.moved(start + moment.turn * Double(turns), by: distance)
        canvas.circle(place, random.double(18...34), .flat(palette.tone(0.3 + 0.7 * random.unit())))
      }
    }
  }
}

extension Artwork.Compositions {
  /// Rays from a disc to the edges.
  struct Sunburst: Artwork.Composition {
    func draw(
      on canvas: inout Artwork.Canvas,
      palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let visible = palette.visible
      canvas.fill(.flat(palette.ground))
      let rays = random.pick([12, 16, 20, 28])
      let centre = random.pick([
        Artwork.Point.centre, Artwork.Point(x: 500, y: 690), Artwork.Point(x: 500, y: 1000),
        Artwork.Point(x: 180, y: 820),
      ])
      let start = 360 / Double(rays) * (random.chance(0.5) ? 0.5 : 0)
      for ray in 0..<rays {
        let direction = start + Double(ray) * 360 / Double(rays)
        let half = 90 / Double(rays)
        var wedge = Artwork.Path(from: centre)
        wedge.line(to: centre.moved(direction - half, by: 1600))
        wedge.line(to: centre.moved(direction + half, by: 1600))
        wedge.close()
        let (near, far) = (visible[visible.count - 1], visible[ray.isMultiple(of: 2) ? 0 : visible.count / 2])
        canvas.shape(wedge, canvas.radial(centre, 1000, [near, far]))
      }
      disc(at: centre, on: &canvas, palette, random: &random)
    }

    private func disc(
      at centre: Artwork.Point,
      on canvas: inout Artwork.Canvas,
      _ palette: Artwork.Palette,
      random: inout SplitMix64
    ) {
      let radius = random.double(150...240)
      let bands = random.int(2...4)
      canvas.circle(centre, radius + 26, .flat(palette.ground))
      for band in 0..<bands {
        let part = Double(band) / Double(bands)
        let colour = band == 0 ? palette.contrast : palette.rise(1 - part)
        canvas.circle(centre, radius * (1 - part * 0.9), .flat(colour))
      }
    }
  }
}

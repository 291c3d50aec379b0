extension Artwork.Compositions {
  /// A square of a grid, turned by quarters.
  struct Tile {
    let x: Double
    let y: Double
    let size: Double
    /// Quarter turns, clockwise.
    let turn: Int

    /// A place in the square, from 0 to 1 both ways, after the turn.
    func corner(_ right: Double, _ down: Double) -> Artwork.Point {
      var (right, down) = (right, down)
      for _ in 0..<turn { (right, down) = (1 - down, right) }
      return Artwork.Point(x: x + right * size, y: y + down * size)
    }

    /// A quarter of a disc around the turned upper left corner.
    func quarter(_ radius: Double) -> Artwork.Path {
      let part = radius / size
      var path = Artwork.Path(from: corner(0, 0))
      path.line(to: corner(part, 0))
      path.arc(to: corner(0, part), radius: radius)
      path.close()
      return path
    }
  }
}

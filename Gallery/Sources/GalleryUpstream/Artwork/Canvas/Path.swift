extension Artwork {
  /// The outline of a shape, in the commands of SVG's `d` attribute (SVG 1.1, section 8.3).
  struct Path {
    private(set) var commands = ""

    init(from point: Point) {
      commands = "M\(point.svg)"
    }

    /// A line through all points; there must be one.
    init(through points: [Point]) {
      self.init(from: points[0])
      for point in points.dropFirst() { line(to: point) }
    }

    mutating func line(to point: Point) {
      commands += "L\(point.svg)"
    }

    mutating func arc(to point: Point, radius: Double, isClockwise: Bool = true) {
      commands += "A\(radius.svg) \(radius.svg) 0 0 \(isClockwise ? 1 : 0) \(point.svg)"
    }

    mutating func close() {
      commands += "Z"
    }

    /// A smooth line through all points (Catmull-Rom), closed to a loop or open.
    init(smoothThrough points: [Point], isClosed: Bool = false) {
      self.init(from: points[0])
      let count = points.count
      let at = { (index: Int) -> Point in
        isClosed ? points[(index + count) % count] : points[min(count - 1, max(0, index))]
      }
      for index in 0..<(isClosed ? count : count - 1) {
        let (before, start, end, after) = (at(index - 1), at(index), at(index + 1), at(index + 2))
        let first = Point(x: start.x + (end.x - before.x) / 6, y: start.y + (end.y - before.y) / 6)
        let second = Point(x: end.x - (after.x - start.x) / 6, y: end.y - (after.y - start.y) / 6)
        commands += "C\(first.svg) \(second.svg) \(end.svg)"
      }
      if isClosed { close() }
    }
  }
}

extension Artwork.Point {
  fileprivate var svg: String { "\(x.svg) \(y.svg)" }
}

import Foundation

extension Artwork {
  /// A place on the canvas; x goes right, y goes down, and the canvas ends at 1000.
  struct Point: Hashable {
    var x: Double
    var y: Double

    static let centre = Point(x: 500, y: 500)

    /// The point in a direction (degrees, clockwise from the right) at a distance.
    func moved(_ degrees: Double, by distance: Double) -> Point {
      let angle = degrees * .pi / 180
      return Point(x: x + cos(angle) * distance, y: y + sin(angle) * distance)
    }
  }
}

/// Where something is in a picture: what a cut keeps, and where an overlay lies.
public enum ImagePlace: Sendable, Hashable, Codable {
  /// The middle, or an edge's middle, or a corner.
  case centre, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  /// So many pixels from the left and upper edges. What would lie outside of the picture is moved inside.
  case offset(x: Int, y: Int)
  /// Where the eye goes: skin, saturated colours and edges, as `vips_smartcrop` finds them. For cuts only.
  case attention

  /// The left upper corner of a part within a whole, which is at least as large.
  func origin(of part: ImageSize, in whole: ImageSize, margin: Int = 0) -> (x: Int, y: Int) {
    let room = (x: whole.width - part.width, y: whole.height - part.height)
    if case .offset(let x, let y) = self { return (min(max(0, x), room.x), min(max(0, y), room.y)) }
    let (across, down): (Double, Double) =
      switch self {
      case .centre, .attention, .offset: (0.5, 0.5)
      case .top: (0.5, 0)
      case .bottom: (0.5, 1)
      case .left: (0, 0.5)
      case .right: (1, 0.5)
      case .topLeft: (0, 0)
      case .topRight: (1, 0)
      case .bottomLeft: (0, 1)
      case .bottomRight: (1, 1)
      }
    return (Self.along(room.x, across, margin), Self.along(room.y, down, margin))
  }

  /// From the edge, less the margin where it lies at one.
  private static func along(_ room: Int, _ share: Double, _ margin: Int) -> Int {
    switch share {
    case 0: min(margin, room)
    case 1: max(0, room - margin)
    // Rounded down: a cut in the middle of an odd rest.
    default: room / 2
    }
  }

  func check() throws(ImageError) {
    guard case .offset(let x, let y) = self else { return }
    let allowed = 0...Double(Picture.maximumSide)
    try ImageFilter.check("offset", Double(x), allowed)
    try ImageFilter.check("offset", Double(y), allowed)
  }

  func scaled(by ratio: Double) -> Self {
    guard case .offset(let x, let y) = self else { return self }
    return .offset(x: x.scaled(by: ratio), y: y.scaled(by: ratio))
  }
}

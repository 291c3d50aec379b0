/// How an image of one size becomes one of another: a part of it is kept, scaled, and its edges are cut.
struct ImagePlacement: Hashable {
  let source: ImageSize
  /// The part of the source that is scaled.
  let kept: ImageSize
  /// What becomes of that part.
  let scaled: ImageSize
  /// The size at the end.
  let target: ImageSize
  /// Which part is kept where not all of it is.
  let place: ImagePlace

  init(of source: ImageSize, in target: ImageSize, _ fit: ImageFit, keeping place: ImagePlace = .centre) {
    let across = Double(target.width) / Double(source.width)
    let down = Double(target.height) / Double(source.height)
    let scale: (across: Double, down: Double) =
      switch fit {
      case .cover: (max(across, down), max(across, down))
      case .contain: (min(across, down), min(across, down))
      case .fill: (across, down)
      }
    let width = Self.side(source.width, scale.across, target.width, fit)
    let height = Self.side(source.height, scale.down, target.height, fit)
    self.source = source
    kept = ImageSize(width: width.kept, height: height.kept)
    scaled = ImageSize(width: width.scaled, height: height.scaled)
    self.target = fit == .contain ? scaled : target
    self.place = place
  }

  /// What the second cut keeps: where the first has found its part, a few pixels for the filter are left on either side
  /// of it.
  var placeOfRest: ImagePlace {
    switch place {
    case .attention: .centre
    case .offset(let x, let y):
      .offset(
        x: x - Int((Double(origin.x) * growth).rounded()),
        y: y - Int((Double(origin.y) * growth).rounded())
      )
    default: place
    }
  }

  /// A side that is not given follows from the other one.
  init(of source: ImageSize, width: Int?, height: Int?, _ fit: ImageFit, keeping place: ImagePlace = .centre)
  {
    let shape = Double(source.width) / Double(source.height)
    let target = ImageSize(
      width: width ?? Self.other(height ?? source.height, shape),
      height: height ?? Self.other(width ?? source.width, 1 / shape)
    )
    self.init(of: source, in: target, width == nil || height == nil ? .fill : fit, keeping: place)
  }

  /// Whether the edges have to be cut once it is scaled.
  var isCut: Bool { scaled != target }

  /// Whether any side grows.
  var isEnlarged: Bool { scaled.width > source.width || scaled.height > source.height }

  /// How many times smaller it becomes on the side that shrinks least.
  var reduction: Double {
    min(Double(source.width) / Double(scaled.width), Double(source.height) / Double(scaled.height))
  }

  /// Where the part that is kept begins in the source.
  var origin: (x: Int, y: Int) {
    guard case .offset(let x, let y) = place else { return place.origin(of: kept, in: source) }
    // Said in pixels of what is scaled, and what is seen begins behind what is left for the filter.
    let sourcePlace = ImagePlace.offset(
      x: Int(Double(x) / growth) - Self.margin,
      y: Int(Double(y) / growth) - Self.margin
    )
    return sourcePlace.origin(of: kept, in: source)
  }

  /// How many times larger it becomes, where a part is kept, which is where it covers the target.
  private var growth: Double {
    max(Double(target.width) / Double(source.width), Double(target.height) / Double(source.height))
  }

  /// The longest side that there can be: a line of one pixel that keeps its shape has no size when it is made a
  /// thousand times as long.
  private static func other(_ side: Int, _ shape: Double) -> Int {
    Int(min(max(1, (Double(side) * shape).rounded()), 1e9))
  }

  /// Pixels of the source that are left for the filter on either side of what is seen.
  private static let margin = 4

  /// A line of 16,384 × 1 pixels that is to cover a square would be scaled to 268 million pixels across, of
  /// which 16,384 are wanted. Where it grows, only what can be seen is scaled, and the margin.
  private static func side(
    _ source: Int,
    _ scale: Double,
    _ target: Int,
    _ fit: ImageFit
  ) -> (kept: Int, scaled: Int) {
    var kept = source
    if fit == .cover, scale > 1 {
      let seen = Int((Double(target) / scale).rounded(.up)) + 2 * margin
      // Of the same parity as the source, so that their middles are the same.
      kept = min(source, seen + (source - seen) & 1)
    }
    let scaled = Int((Double(kept) * scale).rounded())
    return (kept, fit == .contain ? min(max(1, scaled), target) : max(scaled, target))
  }
}

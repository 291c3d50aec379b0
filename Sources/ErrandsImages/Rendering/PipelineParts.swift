/// What steps lay over the frames of a picture, or cut them out by: made for the first of them and kept for the others. A logo
/// on an animation of sixty frames was decoded sixty times.
final class PipelineParts {
  enum Key: Hashable {
    /// By the radii of the corners.
    case mask(of: ImageSize, across: Double, down: Double)
    case overlay(ImageOverlay, on: ImageSize)
  }

  private var made: [Key: VipsImage] = [:]

  func part(_ key: Key, _ make: () throws -> VipsImage) rethrows -> VipsImage {
    if let part = made[key] { return part }
    let part = try make()
    made[key] = part
    return part
  }
}

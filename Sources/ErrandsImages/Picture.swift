/// An image in memory: pixels, ready to be written in a format.
///
/// A picture never changes, and copies of it share their pixels.
public struct Picture: Sendable {
  /// The longest side that a picture may have, in pixels.
  public static let maximumSide = 16_384

  let image: VipsImage

  /// Takes an image that has been computed into memory.
  init(_ image: VipsImage) {
    self.image = image
  }

  /// Pixels from left to right.
  public var width: Int { image.width }
  /// Pixels from top to bottom.
  public var height: Int { image.height }
  /// Whether any pixel lets the ground shine through.
  public var hasAlpha: Bool { image.hasAlpha }

  static func checkSize(width: Int, height: Int, limit: Int = maximumSide) throws(ImageError) {
    guard (1...limit).contains(width), (1...limit).contains(height) else {
      throw .sizeOutOfRange(width: width, height: height, limit: limit)
    }
  }
}

import Foundation

extension AnimatedPicture {
  /// How an animation is written, with its delays and its loop count, and no other metadata.
  public enum Encoding: Sendable, Hashable {
    /// Delays are rounded to hundredths of a second. Each frame has at most so many colours, from 2 to 256,
    /// or the power of two below: a flat drawing with 64 is as good to the eye, half as large, and written
    /// twice as fast.
    case gif(colours: Int = 256)
    /// Smaller than GIF. `quality` is from 1 to 100. Sides up to 16,383 pixels.
    case webp(quality: Int = 80)

    /// The format of the file.
    public var format: ImageFormat {
      switch self {
      case .gif: .gif
      case .webp: .webp
      }
    }

    var grade: Picture.Grade {
      switch self {
      case .gif(let colours): .colours(colours)
      case .webp(let quality): .quality(quality)
      }
    }
  }

  /// The bytes of a file. Cancelling is as for a ``Picture``.
  ///
  /// - Throws: ``ImageError/coloursOutOfRange(_:)``, ``ImageError/qualityOutOfRange(_:)``,
  ///   ``ImageError/sizeOutOfRange(width:height:limit:)``, ``ImageError/unencodable(_:reason:)``;
  ///   `CancellationError`.
  public func encoded(as encoding: Encoding) async throws -> Data {
    try await roll.encoded(as: encoding.format, encoding.grade)
  }
}

import Foundation

extension AnimatedPicture {
  /// How an animation is written. It plays without end, and no metadata is written.
  public enum Encoding: Sendable, Hashable {
    /// At most 256 colours. Delays are rounded to hundredths of a second.
    case gif
    /// Smaller than GIF. `quality` is from 1 to 100. Sides up to 16,383 pixels.
    case webp(quality: Int = 80)

    public var format: ImageFormat { still.format }

    var still: Picture.Encoding {
      switch self {
      case .gif: .gif
      case .webp(let quality): .webp(quality: quality)
      }
    }
  }

  /// The bytes of a file.
  ///
  /// Cancelling is as for ``Picture/encoded(as:)-(Picture.Encoding)``.
  ///
  /// - Throws: ``ImageError/qualityOutOfRange(_:)``, ``ImageError/sizeOutOfRange(width:height:limit:)``,
  ///   ``ImageError/unencodable(_:reason:)``; `CancellationError`.
  public func encoded(as encoding: Encoding) async throws -> Data {
    try await roll.encoded(as: encoding.still)
  }
}

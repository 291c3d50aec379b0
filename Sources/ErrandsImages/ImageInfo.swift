import CVipsShim
import Foundation

/// What a file of an image says about itself in its header.
///
/// ```swift
/// let info = try await ImageInfo(reading: bytes)
/// print(info.format.mediaType, info.width, info.height)
/// ```
public struct ImageInfo: Sendable, Hashable, Codable {
  /// The format that the first bytes announce.
  public let format: ImageFormat
  /// Pixels from left to right, as stored: an orientation in the metadata is not applied.
  public let width: Int
  /// Pixels from top to bottom of one frame, as stored.
  public let height: Int
  /// 1 for a still image, more for an animated GIF or WebP.
  public let frames: Int

  /// A header with these values; one frame by default.
  public init(format: ImageFormat, width: Int, height: Int, frames: Int = 1) {
    self.format = format
    self.width = width
    self.height = height
    self.frames = frames
  }

  /// Reads the header of a whole file; the pixels are not decoded, so they may still turn out damaged.
  ///
  /// - Throws: ``ImageError/unsupportedFormat(firstBytes:)``, ``ImageError/notRead(_:)``, ``ImageError/truncated(_:byteCount:)``,
  ///   ``ImageError/unreadable(_:reason:)`` or ``ImageError/unavailable(reason:)``; `CancellationError`.
  public init(reading bytes: Data) async throws {
    let format = try ImageFormat(of: bytes)
    self = try await ImagePool.shared.run { _ in try Self(bytes, format) }
  }

  private init(_ bytes: Data, _ format: ImageFormat) throws(ImageError) {
    try Vips.start()
    // The header of a format that is not decoded unless asked for is not read unasked, either.
    try ImageLimits().check(format)
    var header = errands_header()
    if format == .png { try ImageLimits.check(bytes.withUnsafeBytes { PNGOutline(of: $0) }) }
    let status = bytes.withUnsafeBytes {
      errands_vips_read_header(format.vips, $0.baseAddress, $0.count, &header)
    }
    guard status == 0 else {
      let failure = VipsFailure("reading a header")
      throw format.lacksEnd(bytes)
        ? .truncated(format, byteCount: bytes.count)
        : .unreadable(format, reason: failure.message)
    }
    self.init(
      format: format,
      width: Int(header.width),
      height: Int(header.height),
      frames: max(1, Int(header.frames))
    )
  }
}

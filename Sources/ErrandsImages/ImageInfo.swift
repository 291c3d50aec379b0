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
  /// - Parameters:
  ///   - bytes: The whole file, in one of ``ImageFormat/readable``, whatever its name says.
  ///   - limits: Checked before the header is read, where a decoder makes room for more than that: its bytes and frames, and
  ///     the pixels of a frame of any format but JPEG, PNG and JPEG XL.
  /// - Throws: ``ImageError``; `CancellationError`.
  public init(reading bytes: Data, limits: ImageLimits = ImageLimits()) async throws {
    let format = try ImageFormat(of: bytes)
    self = try await ImagePool.shared.run(within: limits.time) { job in
      try Self(bytes, format, limits, job)
    }
  }

  private init(_ bytes: Data, _ format: ImageFormat, _ limits: ImageLimits, _ job: ImageJob) throws {
    try Vips.start()
    try limits.check(bytes: bytes.count)
    // The header of a format that is not decoded unless asked for is not read unasked, either.
    try limits.check(format)
    try bytes.withUnsafeBytes { bytes in
      try limits.check(bytes, of: format)
      // Its decoder makes room for a frame when it is opened.
      if format == .webp, let outline = try limits.outline(ofWebP: bytes) {
        try job.reserve(outline.size.area * 8)
      }
    }
    var header = errands_header()
    let status = bytes.withUnsafeBytes {
      errands_vips_read_header(format.vips, $0.baseAddress, $0.count, &header)
    }
    guard status == 0 else {
      let failure = VipsFailure("reading a header")
      throw format.lacksEnd(bytes)
        ? ImageError.truncated(format, byteCount: bytes.count)
        : ImageError.unreadable(format, reason: failure.message)
    }
    self.init(
      format: format,
      width: Int(header.width),
      height: Int(header.height),
      frames: max(1, Int(header.frames))
    )
  }
}

import CVipsShim
import Foundation

/// A file on its way to pixels, on a thread of the pool.
struct ImageDecoder {
  /// Which frames are decoded.
  enum Extent: Int32 {
    case first = 1
    case all = -1
  }

  let format: ImageFormat
  let limits: ImageLimits
  /// Whether the bytes are the beginning of a file, and what has not come yet is to be made up.
  private var isPreview = false
  /// The whole file; the library reads from it for as long as an image that was opened lives.
  private let bytes: UnsafeRawBufferPointer

  /// Does `body` with a decoder of `file`, once its format and its end are known.
  ///
  /// - Throws: ``ImageError``, also for each ``VipsFailure`` of `body`.
  static func withDecoder<Result>(
    of file: Data,
    limits: ImageLimits,
    _ body: (ImageDecoder) throws -> Result
  ) throws -> Result {
    try Vips.start()
    try limits.check(bytes: file.count)
    let format = try ImageFormat(of: file)
    try limits.check(format)
    // Looked for first: a thumbnail that is cut off its image would not need the last lines, and not miss
    // them.
    guard !format.lacksEnd(file) else { throw ImageError.truncated(format, byteCount: file.count) }
    do {
      return try file.withUnsafeBytes { bytes in
        try body(ImageDecoder(format: format, limits: limits, bytes: bytes))
      }
    } catch let failure as VipsFailure {
      throw ImageError.unreadable(format, reason: failure.message)
    }
  }

  /// Does `body` with a decoder of the beginning of a JPEG; nil where it is none, or has not come far enough to be
  /// opened.
  static func preview<Result>(
    _ beginning: Data,
    limits: ImageLimits,
    _ body: (ImageDecoder) throws -> Result
  ) throws -> Result? {
    try Vips.start()
    try limits.check(bytes: beginning.count)
    guard ImageFormat(sniffing: beginning) == .jpeg else { return nil }
    do {
      return try beginning.withUnsafeBytes { bytes in
        try body(ImageDecoder(format: .jpeg, limits: limits, isPreview: true, bytes: bytes))
      }
    } catch is VipsFailure {
      return nil
    }
  }

  /// Opens the file without decoding pixels, if it is within the limits.
  func open(_ extent: Extent) throws -> VipsImage {
    try limits.check(bytes, of: format)
    let image = try open(extent, shrink: 1)
    try limits.check(width: image.width, height: image.frameHeight)
    try limits.check(frames: image.frameCount)
    if extent == .all {
      try limits.check(
        width: image.width,
        height: image.frameHeight,
        decodedFrames: image.height / image.frameHeight
      )
    }
    return image
  }

  /// Opens a file that is within the limits once more, made smaller by its decoder if that can do it.
  func open(_ extent: Extent, shrink: Double) throws(VipsFailure) -> VipsImage {
    let isBeginning: Int32 = isPreview ? 1 : 0
    return try VipsImage(
      "opening",
      errands_vips_open(format.vips, bytes.baseAddress, bytes.count, extent.rawValue, shrink, isBeginning)
    )
  }

  /// What the chunks of a WebP say, if it is within the limits; nil for another format, and where they say nothing.
  func webPOutline() throws(ImageError) -> WebPOutline? {
    format == .webp ? try limits.outline(ofWebP: bytes) : nil
  }
}

extension ImageFormat {
  /// How much smaller the decoder makes an image that is wanted `reduction` times smaller. At least the last
  /// half is left to the better filter of the resizer; but a JPEG that is wanted half as large is decoded so: that
  /// takes two thirds of the time, and what comes of it differs by 44 to 50 dB from what that filter makes of a
  /// photograph, which is not to be seen.
  func shrink(for reduction: Double) -> Double {
    switch self {
    case .jpeg: [8, 4].first { $0 <= reduction / 2 } ?? (reduction >= 2 ? 2 : 1)
    case .webp: max(1, reduction / 2)
    case .png, .gif, .avif, .heic, .jxl: 1
    }
  }
}

import CVipsShim
import Foundation

/// A file on its way to pixels, on a thread of the worker.
struct ImageDecoder {
  /// Which frames are decoded.
  enum Extent: Int32 {
    case first = 1
    case all = -1
  }

  let format: ImageFormat
  let limits: ImageLimits
  let interruption: Interruption
  /// The whole file; the library reads from it for as long as an image that was opened lives.
  private let bytes: UnsafeRawBufferPointer

  /// Does `body` with a decoder of `file`, once its format and its end are known.
  ///
  /// - Throws: ``ImageError``, also for each ``VipsFailure`` of `body`.
  static func decode<Result>(
    _ file: Data,
    limits: ImageLimits,
    interruption: Interruption,
    _ body: (ImageDecoder) throws -> Result
  ) throws -> Result {
    try Vips.start()
    let format = try ImageFormat(of: file)
    // Looked for first: a thumbnail that is cut off its image would not need the last lines, and not miss
    // them.
    guard !format.lacksEnd(file) else { throw ImageError.truncated(format, byteCount: file.count) }
    do {
      return try file.withUnsafeBytes { bytes in
        try body(ImageDecoder(format: format, limits: limits, interruption: interruption, bytes: bytes))
      }
    } catch let failure as VipsFailure {
      throw ImageError.unreadable(format, reason: failure.message)
    }
  }

  /// Opens the file without decoding pixels, if it is within the limits.
  func open(_ extent: Extent) throws -> VipsImage {
    try checkOutline()
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
    let image = errands_vips_open(format.vips, bytes.baseAddress, bytes.count, extent.rawValue, shrink)
    return try VipsImage("opening", image)
  }

  /// Turns a frame into pixels in memory: upright, in sRGB, and without metadata.
  func develop(_ frame: VipsImage) throws -> VipsImage {
    try settle(try frame.inSRGB()).withoutIdleAlpha()
  }

  /// The same as a thumbnail, which is not larger than the frame on either side.
  func develop(_ frame: VipsImage, _ placement: ImagePlacement) throws -> VipsImage {
    let size = placement.scaled.turned(frame.isTurned)
    // Converting colours is the slow part, and there are fewer pixels afterwards.
    let small =
      frame.isPlain
      ? try frame.scaled(to: size).inSRGB()
      : try frame.inSRGB().scaled(to: size)
    var image = try settle(small)
    if placement.isCut { image = try compute(try image.middle(placement.target)) }
    return try image.withoutIdleAlpha()
  }

  private func settle(_ image: VipsImage) throws -> VipsImage {
    guard image.orientation != 1 else { return try compute(try image.bare()) }
    // Turning reads from bottom to top, and decoders do not.
    return try compute(try compute(image).upright().bare())
  }

  private func compute(_ image: VipsImage) throws -> VipsImage {
    try image.computed("decoding", interruption)
  }

  private func checkOutline() throws(ImageError) {
    guard format == .gif else { return }
    let outline = GIFOutline(of: bytes, frameLimit: limits.frames)
    try limits.check(frames: outline.frames)
    try limits.check(width: outline.width, height: outline.height)
  }
}

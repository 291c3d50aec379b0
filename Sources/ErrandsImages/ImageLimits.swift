/// How large an image may be before it is refused. All limits but that of time are checked before a pixel is decoded:
/// a file of a hundred bytes can announce gigabytes of them.
///
/// ```swift
/// let avatar = ImageLimits(pixels: 4_000_000, frames: 60)
/// let picture = try await Picture(decoding: bytes, limits: avatar)
/// ```
public struct ImageLimits: Sendable, Hashable {
  /// Bytes of the file; 256 million by default.
  public var bytes: Int
  /// Pixels of one frame, four bytes each in memory at most. 50 million, the largest photographs of cameras
  /// in wide use, by default.
  public var pixels: Int
  /// Frames of one file; 1,000 by default. It holds also where only the first one is decoded, since reading
  /// the others' headers takes memory too.
  public var frames: Int
  /// Pixels of all frames together that are decoded; 200 million by default.
  public var totalPixels: Int
  /// How long an image may be computed, from the moment when it has a thread and its memory; 60 seconds by default. It is stopped
  /// then, as if it had been cancelled.
  public var time: Duration
  /// Whether formats are read whose decoders libvips calls not hardened against hostile files: JPEG XL. False by
  /// default; true for files of one's own.
  public var acceptsUnhardenedFormats: Bool

  static let defaultTime = Duration.seconds(60)

  /// Limits, each with its default where it is not given.
  public init(
    bytes: Int = 256_000_000,
    pixels: Int = 50_000_000,
    frames: Int = 1_000,
    totalPixels: Int = 200_000_000,
    time: Duration = .seconds(60),
    acceptsUnhardenedFormats: Bool = false
  ) {
    self.bytes = bytes
    self.pixels = pixels
    self.frames = frames
    self.totalPixels = totalPixels
    self.time = time
    self.acceptsUnhardenedFormats = acceptsUnhardenedFormats
  }

  func check(bytes count: Int) throws(ImageError) {
    guard count <= bytes else { throw .tooManyBytes(count, limit: bytes) }
  }

  func check(_ format: ImageFormat) throws(ImageError) {
    guard ImageFormat.readable.contains(format), format != .jxl || acceptsUnhardenedFormats else {
      throw .notRead(format)
    }
  }

  func check(width: Int, height: Int) throws(ImageError) {
    // A header may say numbers whose product has no room.
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, area <= pixels else {
      throw .tooManyPixels(width: width, height: height, limit: pixels)
    }
  }

  func check(frames count: Int) throws(ImageError) {
    guard count <= frames else { throw .tooManyFrames(limit: frames) }
  }

  func check(width: Int, height: Int, decodedFrames count: Int) throws(ImageError) {
    guard width * height <= totalPixels / max(1, count) else {
      throw .tooManyPixelsInAll(width: width, height: height, frames: count, limit: totalPixels)
    }
  }
}

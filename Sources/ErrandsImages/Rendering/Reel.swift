/// The frames of an image on their way: as long as nothing computes them, a description of what is to be computed.
struct Reel {
  /// Of one size, at least one.
  var frames: [VipsImage]
  /// One for each frame of what moves, none for a still image.
  var delays: [Duration]
  /// How often it plays, 0 for without end.
  var loopCount = 0
  /// Of a frame of the file, the right way up; that of the frames where there is none.
  var source: ImageSize?
  /// Whether the pixels are in memory, so that what fails from now on is not the fault of a file.
  var isComputed = false

  var size: ImageSize { ImageSize(width: frames[0].width, height: frames[0].height) }

  /// The frames in memory, without an alpha band where nothing shines through.
  func computed(_ job: ImageJob) throws -> Reel {
    guard !isComputed else { return self }
    var reel = self
    reel.frames = try frames.map { try $0.computed("computing", job).withoutIdleAlpha() }
    reel.isComputed = true
    return reel
  }

  /// One image, in the form in which libvips reads and writes animations: one frame below the other.
  func joined() throws(VipsFailure) -> VipsImage {
    guard !delays.isEmpty else { return frames[0] }
    return try VipsImage(
      joining: Self.withEqualBands(frames),
      delays: delays.map { Int32($0 / .milliseconds(1)) },
      loopCount: loopCount
    )
  }

  /// One frame that lets the ground shine through makes all of them have an alpha band.
  private static func withEqualBands(_ images: [VipsImage]) throws(VipsFailure) -> [VipsImage] {
    guard images.contains(where: \.hasAlpha) else { return images }
    return try images.map { image throws(VipsFailure) in try image.withAlpha() }
  }
}

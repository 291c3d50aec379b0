import CVipsShim

/// Pictures of one size that are shown one after another.
///
/// ```swift
/// let frames = pictures.map { AnimatedPicture.Frame($0, delay: .milliseconds(80)) }
/// let bytes = try await AnimatedPicture(frames: frames).encoded(as: .gif())
/// ```
///
/// An animated picture never changes, and copies of it share their pixels.
public struct AnimatedPicture: Sendable {
  /// One picture and its time.
  public struct Frame: Sendable {
    /// What is shown.
    public let picture: Picture
    /// How long it is shown before the next one: see ``AnimatedPicture/delays``.
    public let delay: Duration

    /// A picture that is shown for `delay`, which has to be within ``AnimatedPicture/delays``.
    public init(_ picture: Picture, delay: Duration) {
      self.picture = picture
      self.delay = delay
    }
  }

  /// How long a frame can be shown: what the 16 bits of GIF hold, in its hundredths of a second (GIF89a,
  /// section 23). WebP counts milliseconds. Browsers show what is shorter than 20 ms for 100 ms.
  public static let delays = Duration.milliseconds(10)...Duration.milliseconds(655_350)

  /// How long each picture is shown.
  public let frameDelays: [Duration]
  /// How often it plays; 0, which an animation made of frames has, is without end.
  public let loopCount: Int
  /// All frames, one below the other: the form in which libvips reads and writes animations.
  let roll: Picture

  /// An animation that plays without end.
  ///
  /// - Throws: ``ImageError/noFrames``, ``ImageError/unequalFrames(index:width:height:)``,
  ///   ``ImageError/delayOutOfRange(_:)``, ``ImageError/unrenderable(reason:)``.
  public init(frames: [Frame]) throws(ImageError) {
    let pictures = frames.map(\.picture)
    try Self.checkSizes(of: pictures)
    for frame in frames where !Self.delays.contains(frame.delay) { throw .delayOutOfRange(frame.delay) }
    do {
      try self.init(pictures.map(\.image), delays: frames.map(\.delay), loopCount: 0)
    } catch {
      throw .unrenderable(reason: error.message)
    }
  }

  /// - Parameters:
  ///   - images: Of one size, at least one.
  ///   - delays: One for each image, within ``delays``.
  init(_ images: [VipsImage], delays: [Duration], loopCount: Int) throws(VipsFailure) {
    let milliseconds = delays.map { Int32($0 / .milliseconds(1)) }
    let images = try Self.withEqualBands(images)
    roll = Picture(try VipsImage(joining: images, delays: milliseconds, loopCount: loopCount))
    frameDelays = delays
    self.loopCount = loopCount
  }

  /// How many pictures it is made of.
  public var frameCount: Int { frameDelays.count }
  /// Pixels from left to right.
  public var width: Int { roll.width }
  /// Pixels from top to bottom of one frame.
  public var height: Int { roll.image.frameHeight }
  /// Whether any pixel of any frame lets the ground shine through.
  public var hasAlpha: Bool { roll.hasAlpha }

  private static func checkSizes(of pictures: [Picture]) throws(ImageError) {
    guard let first = pictures.first else { throw .noFrames }
    for (index, picture) in pictures.enumerated()
    where (picture.width, picture.height) != (first.width, first.height) {
      throw .unequalFrames(index: index, width: picture.width, height: picture.height)
    }
  }

  /// One frame that lets the ground shine through makes all of them have an alpha band.
  private static func withEqualBands(_ images: [VipsImage]) throws(VipsFailure) -> [VipsImage] {
    guard images.contains(where: \.hasAlpha) else { return images }
    return try images.map { image throws(VipsFailure) in
      image.hasAlpha ? image : try image.derived("addalpha", errands_vips_with_alpha)
    }
  }
}

extension VipsImage {
  /// - Parameter delays: Milliseconds, one for each image.
  fileprivate convenience init(
    joining images: [VipsImage],
    delays: [Int32],
    loopCount: Int
  ) throws(VipsFailure) {
    let joined = Self.withPointers(to: images) {
      errands_vips_animation($0, delays, Int32(delays.count), Int32(loopCount))
    }
    try self.init("arrayjoin", joined)
  }
}

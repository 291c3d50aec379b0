import CVipsShim

extension Picture {
  /// One picture of several, and its time.
  public struct Frame: Sendable {
    /// What is shown.
    public let picture: Picture
    /// How long it is shown before the next one: see ``Picture/delays``.
    public let delay: Duration

    /// A still picture that is shown for `delay`, which has to be within ``Picture/delays``.
    public init(_ picture: Picture, delay: Duration) {
      self.picture = picture
      self.delay = delay
    }
  }

  /// A picture that moves, without end: still pictures of one size that are shown one after another.
  ///
  /// ```swift
  /// let frames = pictures.map { Picture.Frame($0, delay: .milliseconds(80)) }
  /// let bytes = try await Picture(frames: frames).encoded(as: .gif())
  /// ```
  ///
  /// - Throws: ``ImageError/noFrames``, ``ImageError/unequalFrames(index:width:height:)``,
  ///   ``ImageError/delayOutOfRange(_:)``, ``ImageError/unrenderable(reason:)``.
  public init(frames: [Frame]) throws(ImageError) {
    try Self.checkSizes(of: frames.map(\.picture))
    for frame in frames where !Self.delays.contains(frame.delay) { throw .delayOutOfRange(frame.delay) }
    do {
      // Of a picture that moves, its first frame.
      let images = try frames.map { frame throws(VipsFailure) in try frame.picture.image.frames()[0] }
      try self.init(Reel(frames: images, delays: frames.map(\.delay), isComputed: true))
    } catch {
      throw .unrenderable(reason: error.message)
    }
  }

  /// The pictures that it is made of and their times, in order; of a still one itself, for a tenth of a second. Their
  /// pixels are those of the picture, and are not copied.
  ///
  /// ```swift
  /// let reversed = try Picture(frames: picture.frames().reversed())
  /// ```
  ///
  /// - Throws: ``ImageError/unprocessable(reason:)``.
  public func frames() throws(ImageError) -> [Frame] {
    do {
      guard !frameDelays.isEmpty else { return [Frame(self, delay: .milliseconds(100))] }
      return try zip(try image.frames(), frameDelays).map { frame, delay throws(VipsFailure) in
        Frame(Picture(try frame.bare(keepsProfile: true)), delay: delay)
      }
    } catch {
      throw .unprocessable(reason: error.message)
    }
  }

  private static func checkSizes(of pictures: [Picture]) throws(ImageError) {
    guard let first = pictures.first else { throw .noFrames }
    for (index, picture) in pictures.enumerated()
    where (picture.width, picture.height) != (first.width, first.height) {
      throw .unequalFrames(index: index, width: picture.width, height: picture.height)
    }
  }
}

extension VipsImage {
  /// - Parameter delays: Milliseconds, one for each image.
  convenience init(joining images: [VipsImage], delays: [Int32], loopCount: Int) throws(VipsFailure) {
    let joined = Self.withPointers(to: images) {
      errands_vips_animation($0, delays, Int32(delays.count), Int32(loopCount))
    }
    try self.init("arrayjoin", joined)
  }

  /// How long each frame is shown, within what a picture can have. 0 is common, and browsers take what is
  /// shorter than 20 ms for 100 ms, as is done here where nothing is said.
  var shownDelays: [Duration] {
    let told = delays.map { delay in
      min(max(.milliseconds(delay), Picture.delays.lowerBound), Picture.delays.upperBound)
    }
    let count = height / frameHeight
    return Array(told.prefix(count)) + Array(repeating: .milliseconds(100), count: max(0, count - told.count))
  }
}

extension ImageRenderer {
  /// One drawing of an animation.
  public struct Frame: Sendable, Hashable {
    /// A text that the application composed.
    public let svg: String
    /// How long it is shown before the next one: see ``Picture/delays``.
    public let delay: Duration

    /// A drawing that is shown for `delay`, which has to be within ``Picture/delays``.
    public init(svg: String, delay: Duration) {
      self.svg = svg
      self.delay = delay
    }
  }

  /// Draws the frames of an animation, each as ``render(svg:width:height:)`` does.
  ///
  /// ```swift
  /// let frames = (0..<12).map { Frame(svg: clock(hour: $0), delay: .milliseconds(80)) }
  /// let bytes = try await ImageRenderer.render(frames: frames, width: 200, height: 200).encoded(as: .gif())
  /// ```
  ///
  /// All pixels of all frames are in memory at once, four bytes each.
  ///
  /// - Throws: ``ImageError/sizeOutOfRange(width:height:limit:)``, ``ImageError/unrenderable(reason:)``,
  ///   ``ImageError/noFrames``, ``ImageError/delayOutOfRange(_:)``, ``ImageError/tooMuchMemory(needed:limit:)``;
  ///   `CancellationError`.
  public static func render(frames: [Frame], width: Int, height: Int) async throws -> Picture {
    try Picture.checkSize(width: width, height: height)
    return try await ImagePool.shared.run { try draw(frames, width: width, height: height, $0) }
  }

  static func draw(_ frames: [Frame], width: Int, height: Int, _ job: ImageJob) throws -> Picture {
    // All of them, and the drawing of one. Each by itself would fit, however many there are.
    try job.reserve((4 * frames.count + 4) * width * height)
    let drawn = try frames.map { frame in
      Picture.Frame(try draw(frame.svg, width: width, height: height, job), delay: frame.delay)
    }
    return try Picture(frames: drawn)
  }
}

extension AnimatedPicture {
  /// The pictures and their times, in order. Their pixels are those of the animation, and are not copied.
  ///
  /// ```swift
  /// let reversed = try AnimatedPicture(frames: animation.frames().reversed())
  /// ```
  ///
  /// - Throws: ``ImageError/unprocessable(reason:)``.
  public func frames() throws(ImageError) -> [Frame] {
    do {
      let images = try roll.image.frames()
      return zip(images, frameDelays).map { Frame(Picture($0), delay: $1) }
    } catch {
      throw .unprocessable(reason: error.message)
    }
  }
}

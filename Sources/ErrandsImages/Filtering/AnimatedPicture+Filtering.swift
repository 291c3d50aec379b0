extension AnimatedPicture {
  /// The animation with a filter over every frame. Cancelling is as for a ``Picture``.
  ///
  /// - Throws: ``ImageError/sigmaOutOfRange(_:)``, ``ImageError/unprocessable(reason:)``;
  ///   `CancellationError`.
  public func filtered(by filter: ImageFilter) async throws -> AnimatedPicture {
    try filter.check()
    return try await changed { image throws(VipsFailure) in try image.filtered(by: filter) }
  }

  /// The animation in another size, frame by frame, so that none shines into the next. Cancelling is as for a
  /// ``Picture``.
  ///
  /// - Throws: ``ImageError/sizeOutOfRange(width:height:limit:)``, ``ImageError/unprocessable(reason:)``;
  ///   `CancellationError`.
  public func resized(width: Int, height: Int, fit: ImageFit = .cover) async throws -> AnimatedPicture {
    try Picture.checkSize(width: width, height: height)
    let size = ImageSize(width: self.width, height: self.height)
    let placement = ImagePlacement(of: size, in: ImageSize(width: width, height: height), fit)
    return try await changed { image throws(VipsFailure) in try image.placed(placement) }
  }

  private func changed(
    _ change: @escaping @Sendable (VipsImage) throws(VipsFailure) -> VipsImage
  ) async throws -> AnimatedPicture {
    try await ImageWorker.shared.run { interruption in
      do {
        let images = try roll.image.frames().map { frame in
          try change(frame).computed("changing", interruption)
        }
        return try AnimatedPicture(images, delays: frameDelays, loopCount: loopCount)
      } catch let failure as VipsFailure {
        throw ImageError.unprocessable(reason: failure.message)
      }
    }
  }
}

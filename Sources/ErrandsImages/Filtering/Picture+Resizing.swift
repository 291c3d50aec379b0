extension Picture {
  /// The picture in another size.
  ///
  /// ```swift
  /// let icon = try await picture.resized(width: 64, height: 64)
  /// let preview = try await picture.resized(width: 800, height: 600, fit: .contain)
  /// ```
  ///
  /// Of a file that is not decoded yet, ``init(decoding:width:height:fit:limits:)`` makes the same many times
  /// faster. Cancelling answers at once and stops the computation.
  ///
  /// - Parameters:
  ///   - width: Pixels, from 1 to ``maximumSide``.
  ///   - height: Pixels, from 1 to ``maximumSide``.
  ///   - fit: What happens to a picture of another shape; it covers the size unless told otherwise.
  /// - Throws: ``ImageError/sizeOutOfRange(width:height:limit:)``, ``ImageError/unprocessable(reason:)``;
  ///   `CancellationError`.
  public func resized(width: Int, height: Int, fit: ImageFit = .cover) async throws -> Picture {
    try Self.checkSize(width: width, height: height)
    let placement = ImagePlacement(of: size, in: ImageSize(width: width, height: height), fit)
    return try await changed { image throws(VipsFailure) in try image.placed(placement) }
  }

  var size: ImageSize { ImageSize(width: width, height: height) }
}

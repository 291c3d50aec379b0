import Foundation

extension AnimatedPicture {
  /// Decodes all frames of a file, with their times and how often they play. A still image is an animation of
  /// one frame.
  ///
  /// ```swift
  /// let animation = try await AnimatedPicture(decoding: bytes)
  /// let grey = try await animation.filtered(by: .mono).encoded(as: .webp())
  /// ```
  ///
  /// Times that ``delays`` does not hold are moved to its next end: many files ask for none at all. Of a
  /// WebP, times up to 10 ms are 100 ms, as browsers show them. All else is as for a ``Picture``.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: Checked before a pixel is decoded.
  /// - Throws: ``ImageError/tooManyPixelsInAll(width:height:frames:limit:)``, and as for a ``Picture``.
  public init(decoding bytes: Data, limits: ImageLimits = ImageLimits()) async throws {
    self = try await ImageWorker.shared.run { interruption in
      try ImageDecoder.decode(bytes, limits: limits, interruption: interruption) { try $0.animation() }
    }
  }

  /// Decodes all frames of a file as thumbnails; of the frames' own sizes, one at a time is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - width: Pixels, from 1 to ``Picture/maximumSide``.
  ///   - height: Pixels, from 1 to ``Picture/maximumSide``.
  ///   - fit: What happens to an image of another shape; it covers the size unless told otherwise.
  ///   - limits: Of the file, checked before a pixel is decoded.
  /// - Throws: As ``init(decoding:limits:)``.
  public init(
    decoding bytes: Data,
    width: Int,
    height: Int,
    fit: ImageFit = .cover,
    limits: ImageLimits = ImageLimits()
  ) async throws {
    try Picture.checkSize(width: width, height: height)
    self = try await ImageWorker.shared.run { interruption in
      try ImageDecoder.decode(bytes, limits: limits, interruption: interruption) { decoder in
        try decoder.animation(width: width, height: height, fit: fit)
      }
    }
  }
}

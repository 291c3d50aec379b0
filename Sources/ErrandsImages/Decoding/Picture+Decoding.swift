import Foundation

extension Picture {
  /// Decodes a file: upright as its metadata ask, its colours converted to sRGB. Of a file that moves, the
  /// first frame.
  ///
  /// ```swift
  /// let picture = try await Picture(decoding: bytes)
  /// let small = try await picture.resized(width: 300, height: 200).filtered(by: .mono)
  /// ```
  ///
  /// A file that is cut off is an error, not a picture that is grey from there on. Cancelling answers at once
  /// and stops the decoder; what a decoder can only do in one go, such as the scans of a progressive JPEG or
  /// a still WebP, runs to its end unheard.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, in one of the formats of ``ImageFormat``, whatever its name says.
  ///   - limits: Checked before a pixel is decoded.
  /// - Throws: ``ImageError/unsupportedFormat(firstBytes:)``, ``ImageError/truncated(_:byteCount:)``,
  ///   ``ImageError/unreadable(_:reason:)``, ``ImageError/tooManyPixels(width:height:limit:)``,
  ///   ``ImageError/tooManyFrames(limit:)``, ``ImageError/sizeOutOfRange(width:height:limit:)`` for a side
  ///   above ``maximumSide``, ``ImageError/unavailable(reason:)``; `CancellationError`.
  public init(decoding bytes: Data, limits: ImageLimits = ImageLimits()) async throws {
    self = try await ImageWorker.shared.run { interruption in
      try ImageDecoder.decode(bytes, limits: limits, interruption: interruption) { try $0.still() }
    }
  }

  /// Decodes a file to a thumbnail, several times faster than to its own size: the decoders of JPEG and WebP
  /// leave out what would not be seen, and only the lines at hand are in memory.
  ///
  /// ```swift
  /// let thumbnail = try await Picture(decoding: bytes, width: 300, height: 200)
  /// ```
  ///
  /// All else is as for ``init(decoding:limits:)``, except that the file's own sides may be above
  /// ``maximumSide``.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - width: Pixels, from 1 to ``maximumSide``.
  ///   - height: Pixels, from 1 to ``maximumSide``.
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
    try Self.checkSize(width: width, height: height)
    self = try await ImageWorker.shared.run { interruption in
      try ImageDecoder.decode(bytes, limits: limits, interruption: interruption) { decoder in
        try decoder.still(width: width, height: height, fit: fit)
      }
    }
  }
}

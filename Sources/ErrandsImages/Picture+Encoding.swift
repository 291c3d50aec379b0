import CVipsShim
import Foundation

extension Picture {
  /// How a picture is written. No metadata is written, so that equal pixels give equal bytes.
  public enum Encoding: Sendable, Hashable {
    /// Small and lossy. Transparent pixels are laid on white. `quality` is from 1 to 100.
    case jpeg(quality: Int = 82)
    /// Exact, with transparency.
    case png
    /// Smaller than JPEG, with transparency. `quality` is from 1 to 100. Sides up to 16,383 pixels.
    case webp(quality: Int = 80)
    /// At most 256 colours, transparent or not.
    case gif

    /// The format of the file.
    public var format: ImageFormat {
      switch self {
      case .jpeg: .jpeg
      case .png: .png
      case .webp: .webp
      case .gif: .gif
      }
    }

    var grade: Grade {
      switch self {
      case .jpeg(let quality), .webp(let quality): .quality(quality)
      case .png, .gif: .best
      }
    }
  }

  /// The bytes of a file.
  ///
  /// Cancelling answers at once and stops the encoder, except that of WebP: stopped half-way it would
  /// leak its copy of the pixels, so it runs to its end unheard.
  ///
  /// - Throws: ``ImageError/qualityOutOfRange(_:)``, ``ImageError/sizeOutOfRange(width:height:limit:)``,
  ///   ``ImageError/unencodable(_:reason:)``; `CancellationError`.
  public func encoded(as encoding: Encoding) async throws -> Data {
    try await encoded(as: encoding.format, encoding.grade)
  }

  func encoded(as format: ImageFormat, _ grade: Grade) async throws -> Data {
    try grade.check()
    if format == .webp {
      try Self.checkSize(width: width, height: image.frameHeight, limit: 16_383)
    }
    return try await ImageWorker.shared.run { try encoded(as: format, grade, interruption: $0) }
  }

  func encoded(as format: ImageFormat, _ grade: Grade, interruption: Interruption) throws -> Data {
    do {
      guard format != .webp else {
        try interruption.check()
        return try image.encoded(as: format, grade)
      }
      // The view is killed in place of the picture, which other threads may be reading.
      return try interruption.whileWatching(try view(for: format)) { try $0.encoded(as: format, grade) }
    } catch let failure as VipsFailure {
      throw ImageError.unencodable(format, reason: failure.message)
    }
  }

  private func view(for format: ImageFormat) throws(VipsFailure) -> VipsImage {
    guard format == .jpeg, hasAlpha else {
      return try image.derived("copy", errands_vips_view)
    }
    return try image.derived("flatten", errands_vips_on_white)
  }
}

extension VipsImage {
  fileprivate func encoded(as format: ImageFormat, _ grade: Picture.Grade) throws(VipsFailure) -> Data {
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    let status = use { errands_vips_encode($0, format.vips, grade.vips, &bytes, &count) }
    guard status == 0, let bytes else { throw VipsFailure("encoding") }
    return Data(
      bytesNoCopy: bytes,
      count: count,
      deallocator: .custom { memory, _ in errands_vips_free(memory) }
    )
  }
}

import CVipsShim
import Foundation

extension Picture {
  /// The bytes of a file.
  ///
  /// Cancelling answers at once and stops the encoder, except those of WebP, AVIF and JPEG XL: stopped half-way
  /// they would leak their copy of the pixels, so they run to their end unheard.
  ///
  /// - Throws: ``ImageError/valueOutOfRange(_:_:allowed:)``, ``ImageError/sizeOutOfRange(width:height:limit:)``,
  ///   ``ImageError/unencodable(_:reason:)``, ``ImageError/unwritable(_:)``; `CancellationError`.
  public func encoded(as encoding: ImageEncoding) async throws -> Data {
    try await ImagePool.shared.run { job in
      try job.reserve(encoding.bytesPerPixel * size.area)
      return try encoded(as: encoding, job)
    }
  }

  func encoded(as encoding: ImageEncoding, _ job: ImageJob) throws -> Data {
    try encoding.check()
    return try encoding.file(of: image, isStill: frameDelays.isEmpty, frameHeight: height, isLazy: false, job)
  }
}

extension ImageEncoding {
  /// Writes one image, or frames one below the other; of those the first, where the format does not move.
  ///
  /// - Throws: ``VipsFailure`` where the image is `isLazy`: what fails then may be the file that it is read from.
  func file(
    of image: VipsImage,
    isStill: Bool,
    frameHeight: Int,
    isLazy: Bool,
    _ job: ImageJob
  ) throws -> Data {
    try Picture.checkSize(width: image.width, height: frameHeight, limit: maximumSide)
    do {
      // The view is killed in place of the picture, which other threads may be reading.
      var view = try isStill || format.canMove ? image.view() : image.frames()[0].view()
      if format == .jpeg, view.hasAlpha { view = try view.derived("flatten", errands_vips_on_white) }
      // It holds no profile, and its colours would be taken for others.
      if format == .gif, view.hasRGBProfile { view = try view.inSRGB() }
      guard isDeaf else { return try job.whileWatching(view) { try $0.encoded(as: self) } }
      if isLazy { view = try view.computed("computing", job) }
      try job.check()
      return try view.encoded(as: self)
    } catch let failure as VipsFailure where !isLazy {
      throw ImageError.unencodable(format, reason: failure.message)
    }
  }
}

extension VipsImage {
  fileprivate func encoded(as encoding: ImageEncoding) throws(VipsFailure) -> Data {
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    let isProgressive: Int32 = encoding.isProgressive ? 1 : 0
    let status = use {
      errands_vips_encode($0, encoding.format.vips, encoding.grade, isProgressive, &bytes, &count)
    }
    guard status == 0, let bytes else { throw VipsFailure("encoding") }
    let file = Data(
      bytesNoCopy: bytes,
      count: count,
      deallocator: .custom { memory, _ in errands_vips_free(memory) }
    )
    return encoding.format == .webp ? WebPFile.withoutMetadata(file, hasAlpha: hasAlpha) : file
  }
}

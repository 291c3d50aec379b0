import CVipsShim
import Foundation

extension Picture {
  /// The pixels of a frame as bytes: rows from top to bottom without gaps, in each row pixels from left to right, of
  /// each pixel its red, green and blue in sRGB, and with transparency its alpha, which the colours are not multiplied
  /// with.
  public struct Pixels: Sendable, Hashable {
    /// Pixels from left to right.
    public let width: Int
    /// Pixels from top to bottom.
    public let height: Int
    /// 4 with transparency, 3 without.
    public let bytesPerPixel: Int
    /// `width * height * bytesPerPixel` of them.
    public let bytes: Data

    /// Pixels with these bytes.
    ///
    /// - Throws: ``ImageError/sizeOutOfRange(width:height:limit:)``;
    ///   ``ImageError/valueOutOfRange(_:_:allowed:)`` for other than three or four bytes for a pixel, or another
    ///   number of bytes in all.
    public init(width: Int, height: Int, bytesPerPixel: Int, bytes: Data) throws(ImageError) {
      try Picture.checkSize(width: width, height: height)
      try ImageFilter.check("number of bytes for a pixel", Double(bytesPerPixel), 3...4)
      let count = Double(width * height * bytesPerPixel)
      try ImageFilter.check("number of bytes", Double(bytes.count), count...count)
      (self.width, self.height, self.bytesPerPixel) = (width, height, bytesPerPixel)
      self.bytes = bytes
    }
  }

  /// A still picture of these pixels, which are copied.
  ///
  /// - Throws: ``ImageError/unprocessable(reason:)``, ``ImageError/unavailable(reason:)``.
  public init(_ pixels: Pixels) throws(ImageError) {
    try Vips.start()
    do {
      let made = pixels.bytes.withUnsafeBytes { bytes in
        errands_vips_from_pixels(
          bytes.baseAddress,
          bytes.count,
          Int32(pixels.width),
          Int32(pixels.height),
          Int32(pixels.bytesPerPixel)
        )
      }
      self.init(try VipsImage("new_from_memory", made))
    } catch {
      throw .unprocessable(reason: error.message)
    }
  }

  /// A copy of the pixels of a frame, the first one by default. On the calling thread: as long as a copy of so many
  /// bytes takes.
  ///
  /// - Throws: ``ImageError/valueOutOfRange(_:_:allowed:)`` for a frame that is not there,
  ///   ``ImageError/unprocessable(reason:)``.
  public func pixels(ofFrame index: Int = 0) throws(ImageError) -> Pixels {
    try ImageFilter.check("number of a frame", Double(index), 0...Double(frameCount - 1))
    do {
      return try Pixels(
        width: width,
        height: height,
        bytesPerPixel: image.bands,
        bytes: try image.frames()[index].bytes()
      )
    } catch let failure as VipsFailure {
      throw .unprocessable(reason: failure.message)
    } catch let error as ImageError {
      throw error
    } catch {
      throw .unprocessable(reason: "\(error)")
    }
  }
}

extension VipsImage {
  fileprivate func bytes() throws(VipsFailure) -> Data {
    var count = 0
    guard let bytes = use({ errands_vips_to_pixels($0, &count) }) else {
      throw VipsFailure("write_to_memory")
    }
    return Data(
      bytesNoCopy: bytes,
      count: count,
      deallocator: .custom { memory, _ in errands_vips_free(memory) }
    )
  }
}

extension ImageLimits {
  /// What a header does not say, and a decoder learns of when it is about to make room for it.
  ///
  /// - Parameter bytes: A whole file, for as long as the call lasts. Of a WebP, ``outline(ofWebP:)`` looks at it.
  func check(_ bytes: UnsafeRawBufferPointer, of format: ImageFormat) throws(ImageError) {
    switch format {
    case .gif:
      let outline = GIFOutline(of: bytes, frameLimit: frames)
      try check(frames: outline.frames)
      try check(width: outline.width, height: outline.height)
    case .avif, .heic:
      let outline = HEIFOutline(of: bytes)
      for size in outline.sizes { try check(width: size.width, height: size.height) }
      guard outline.isClear else {
        throw .unreadable(format, reason: "it is made of too many pieces, or can be read in several ways")
      }
    case .jpeg:
      guard JPEGOutline(of: bytes).scans <= JPEGOutline.scanLimit else {
        throw .unreadable(.jpeg, reason: "it has too many scans")
      }
    case .png:
      // Whatever else is allowed: texts are unpacked unasked.
      guard PNGOutline(of: bytes).compressedText <= PNGOutline.textLimit else {
        throw .unreadable(.png, reason: "it has too much compressed text")
      }
    case .webp, .jxl: break
    }
  }

  /// What the chunks of a WebP say, if it is within the limits; nil where they say nothing.
  func outline(ofWebP bytes: UnsafeRawBufferPointer) throws(ImageError) -> WebPOutline? {
    let outline = WebPOutline(of: bytes)
    guard outline.size.area > 0 else { return nil }
    try check(width: outline.size.width, height: outline.size.height)
    try check(frames: outline.frames)
    return outline
  }
}

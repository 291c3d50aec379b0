extension ImageFormat {
  /// The formats that the installed libvips reads.
  public static var readable: Set<ImageFormat> { Vips.readableFormats }

  /// The formats that the installed libvips writes.
  public static var writable: Set<ImageFormat> { Vips.writableFormats }

  /// How many of the first bytes an error shows.
  private static let shownByteCount = 12

  /// - Throws: ``ImageError/unsupportedFormat(firstBytes:)`` where ``init(sniffing:)`` gives `nil`.
  init(of bytes: some Collection<UInt8>) throws(ImageError) {
    guard let format = Self(sniffing: bytes) else {
      throw .unsupportedFormat(firstBytes: Array(bytes.prefix(Self.shownByteCount)))
    }
    self = format
  }
}

extension ImageFormat {
  /// How many bytes from the beginning ``init(sniffing:)`` looks at.
  public static let sniffedByteCount = 12

  /// The format that the first bytes of a file announce, whatever its name or media type say; `nil` if
  /// they announce none of ours, or are too few to tell.
  ///
  /// The patterns are those of WHATWG MIME Sniffing, section 6.1.
  public init?(sniffing bytes: some Collection<UInt8>) {
    let first = Array(bytes.prefix(Self.sniffedByteCount))
    if first.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if first.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if first.starts(with: "GIF87a".utf8) || first.starts(with: "GIF89a".utf8) {
      self = .gif
    } else if first.starts(with: "RIFF".utf8), first.dropFirst(8).elementsEqual("WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }

  /// - Throws: ``ImageError/unsupportedFormat(firstBytes:)`` where ``init(sniffing:)`` gives `nil`.
  init(of bytes: some Collection<UInt8>) throws(ImageError) {
    guard let format = Self(sniffing: bytes) else {
      throw .unsupportedFormat(firstBytes: Array(bytes.prefix(Self.sniffedByteCount)))
    }
    self = format
  }
}

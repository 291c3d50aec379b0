extension ImageFormat {
  /// How many bytes from the beginning ``init(sniffing:)`` looks at.
  public static let sniffedByteCount = 64

  /// The format that the first bytes of a file announce, whatever its name or media type say; `nil` if
  /// they announce none of ours, or are too few to tell.
  ///
  /// The patterns are those of WHATWG MIME Sniffing, section 6.1, and of the formats' own documents.
  public init?(sniffing bytes: some Collection<UInt8>) {
    let first = Array(bytes.prefix(Self.sniffedByteCount))
    if first.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if first.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if first.starts(with: "GIF87a".utf8) || first.starts(with: "GIF89a".utf8) {
      self = .gif
    } else if first.starts(with: "RIFF".utf8), first.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if first.starts(with: [0xFF, 0x0A])
      || first.starts(with: [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
    {
      self = .jxl
    } else if let format = Self.ofBrands(first) {
      self = format
    } else {
      return nil
    }
  }

  /// The brands of a file of boxes, which say what is in it (AVIF 1.1, section 6; ISO/IEC 23008-12, annex B.4.1).
  /// Both formats can have the other's structure brand first, `mif1`; a brand of the codec then stands behind.
  private static func ofBrands(_ first: [UInt8]) -> ImageFormat? {
    guard first.count >= 16, first[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    let length = first[..<4].reduce(0) { $0 << 8 | Int($1) }
    let starts = [8] + stride(from: 16, through: min(length, first.count) - 4, by: 4)
    let brands = starts.map { String(decoding: first[$0..<$0 + 4], as: UTF8.self) }
    if brands.contains(where: ["avif", "avis"].contains) { return .avif }
    return brands.contains(where: ["heic", "heix", "heim", "heis", "hevc", "hevx"].contains) ? .heic : nil
  }
}

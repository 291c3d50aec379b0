/// What the chunks of a WebP say of its size, read without opening it (RFC 9649, sections 2.5 to 2.7).
///
/// libvips makes room for a whole frame when it opens a WebP, before anything could be refused or made to wait.
struct WebPOutline {
  private(set) var size = ImageSize(width: 0, height: 0)
  /// 1 for a still one.
  private(set) var frames = 1
  /// Whether there is more in it than pixels, which may say which side is up.
  private(set) var hasMetadata = false

  /// - Parameter bytes: A whole file, for as long as the call lasts.
  init(of bytes: UnsafeRawBufferPointer) {
    var place = 12
    var animated = 0
    while place + 8 <= bytes.count {
      let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      let content = place + 8
      switch name {
      case "VP8X": grow(Self.number(bytes, content + 4, 3) + 1, Self.number(bytes, content + 7, 3) + 1)
      case "VP8 ":
        grow(Self.number(bytes, content + 6, 2) & 0x3FFF, Self.number(bytes, content + 8, 2) & 0x3FFF)
      case "VP8L":
        let sizes = Self.number(bytes, content + 1, 4)
        grow(sizes & 0x3FFF + 1, sizes >> 14 & 0x3FFF + 1)
      case "ANMF": animated += 1
      case "EXIF", "XMP ": hasMetadata = true
      default: break
      }
      let length = Self.number(bytes, place + 4, 4)
      place = content + length + length & 1
    }
    frames = max(1, animated)
  }

  private mutating func grow(_ width: Int, _ height: Int) {
    size = ImageSize(width: max(size.width, width), height: max(size.height, height))
  }

  /// Little-endian; what is behind the end counts as 0.
  private static func number(_ bytes: UnsafeRawBufferPointer, _ place: Int, _ count: Int) -> Int {
    (0..<count).reversed().reduce(0) { value, index in
      value << 8 | (place + index < bytes.count ? Int(bytes[place + index]) : 0)
    }
  }
}

/// How a picture is written. No metadata is written, so that equal pixels give equal bytes.
public enum ImageEncoding: Sendable, Hashable, Codable {
  /// Small and lossy. Transparent pixels are laid on white. `quality` is from 1 to 100. In several scans
  /// (`isProgressive`) a large one can be seen before it has come. Of what moves, the first frame.
  case jpeg(quality: Int = 82, isProgressive: Bool = false)
  /// Exact, with transparency. Of what moves, the first frame.
  case png
  /// Smaller than JPEG, with transparency, and moving. `quality` is from 1 to 100. Sides up to 16,383 pixels.
  case webp(quality: Int = 80)
  /// Transparent or not, and moving; delays are rounded to hundredths of a second. Each frame has at most so
  /// many colours, from 2 to 256, or the power of two below: a flat drawing with 64 is as good to the eye, half
  /// as large, and written twice as fast.
  case gif(colours: Int = 256)
  /// Smaller than WebP, and many times slower to write. `quality` is from 1 to 100. Of what moves, the first
  /// frame.
  case avif(quality: Int = 60)
  /// JPEG XL. `quality` is from 1 to 100. Of what moves, the first frame.
  case jxl(quality: Int = 80)

  /// The usual encoding of a format; nil for one that is not written.
  public init?(_ format: ImageFormat) {
    switch format {
    case .jpeg: self = .jpeg()
    case .png: self = .png
    case .webp: self = .webp()
    case .gif: self = .gif()
    case .avif: self = .avif()
    case .jxl: self = .jxl()
    case .heic: return nil
    }
  }

  /// The format of the file.
  public var format: ImageFormat {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case .gif: .gif
    case .avif: .avif
    case .jxl: .jxl
    }
  }

  /// The same format in another quality; the same encoding, where it has none.
  public func with(quality: Int) -> Self {
    switch self {
    case .jpeg(_, let isProgressive): .jpeg(quality: quality, isProgressive: isProgressive)
    case .webp: .webp(quality: quality)
    case .avif: .avif(quality: quality)
    case .jxl: .jxl(quality: quality)
    case .png, .gif: self
    }
  }

  /// - Throws: ``ImageError/valueOutOfRange(_:_:allowed:)``, ``ImageError/unwritable(_:)``
  func check() throws(ImageError) {
    switch self {
    case .png: break
    case .jpeg(let quality, _), .webp(let quality), .avif(let quality), .jxl(let quality):
      try ImageFilter.check("quality", Double(quality), 1...100)
    case .gif(let colours): try ImageFilter.check("number of colours", Double(colours), 2...256)
    }
    guard ImageFormat.writable.contains(format) else { throw .unwritable(format) }
  }

  /// The one number that `errands_vips_encode` takes.
  var grade: Int32 {
    switch self {
    case .png: 0
    case .jpeg(let quality, _), .webp(let quality), .avif(let quality), .jxl(let quality): Int32(quality)
    // The bits of a pixel: 8 for 256.
    case .gif(let colours): Int32(Int.bitWidth - 1 - colours.leadingZeroBitCount)
    }
  }

  /// What the encoder holds for each pixel of a frame: copies in another form, planes in sixteen bits. The others go
  /// line by line.
  var bytesPerPixel: Int {
    switch self {
    case .jpeg(_, let isProgressive): isProgressive ? 6 : 0
    case .png: 0
    case .webp, .gif: 8
    case .avif: 16
    case .jxl: 20
    }
  }

  /// Whether it is written in several scans.
  var isProgressive: Bool {
    if case .jpeg(_, true) = self { return true }
    return false
  }

  /// The longest side that the format has; no picture is larger than ``Picture/maximumSide``.
  var maximumSide: Int { self.format == .webp ? 16_383 : Picture.maximumSide }

  /// Stopped half-way, these encoders leak their copy of the pixels: they run to their end unheard.
  var isDeaf: Bool { [.webp, .avif, .jxl].contains(format) }
}

extension Picture {
  /// How much of a picture is given up for a smaller file.
  enum Grade: Sendable, Hashable {
    /// Nothing that the format can keep.
    case best
    /// From 1 to 100, for JPEG and WebP.
    case quality(Int)
    /// From 2 to 256, for GIF.
    case colours(Int)

    func check() throws(ImageError) {
      switch self {
      case .best: break
      case .quality(let quality):
        guard (1...100).contains(quality) else { throw .qualityOutOfRange(quality) }
      case .colours(let colours):
        guard (2...256).contains(colours) else { throw .coloursOutOfRange(colours) }
      }
    }

    /// The one number that `errands_vips_encode` takes.
    var vips: Int32 {
      switch self {
      case .best: 0
      case .quality(let quality): Int32(quality)
      // The bits of a pixel: 8 for 256.
      case .colours(let colours): Int32(Int.bitWidth - 1 - colours.leadingZeroBitCount)
      }
    }
  }
}

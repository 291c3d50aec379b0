/// What a job will hold in memory at most, said before a pixel is decoded.
///
/// Decoders hold what libvips does not count: a JPEG of several scans all of its coefficients, an interlaced PNG all
/// of its pixels, a WebP, a GIF and an AVIF whole frames. Where a decoder's need depends on the file, its most is
/// taken.
struct ImageCost: Equatable {
  let bytes: Int

  /// - Parameters:
  ///   - roll: The opened file, as small as its decoder makes it.
  ///   - sizes: Of a frame, from the file's to the last step's.
  ///   - frames: How many are decoded.
  ///   - held: What the steps hold besides.
  ///   - encoder: How many bytes the encoder holds for a pixel of a frame.
  init(
    of roll: VipsImage,
    as format: ImageFormat,
    sizes: [ImageSize],
    frames: Int,
    held: Int,
    encoder: Int
  ) {
    let stored = sizes[0].area
    let bytesPerPixel = roll.bands * (roll.hasEightBits ? 1 : 2)
    let decoder =
      switch format {
      case .jpeg where roll.isDecodedWhole: stored * roll.bands * 2
      case .png where roll.isDecodedWhole: stored * bytesPerPixel
      // Line by line.
      case .jpeg, .png: 0
      case .webp, .gif: stored * 8
      // The planes of the decoder, in sixteen bits where there are more than eight, and the pixels.
      case .avif, .heic: stored * 10
      case .jxl: stored * 20
      }
    let size = ImageSize(width: roll.width, height: roll.frameHeight)
    let lines = Self.lines(of: size, to: sizes, bytesPerPixel: bytesPerPixel, hasAlpha: roll.hasAlpha)
    self.init(decoder: decoder + lines + held, sizes: sizes, frames: frames, encoder: encoder)
  }

  /// Of a WebP, which is not opened before there is room for it: the frame, and the one that it is scaled from.
  init(ofWebP outline: WebPOutline, sizes: [ImageSize], isStill: Bool, held: Int, encoder: Int) {
    let frames = isStill ? 1 : outline.frames
    let lines = Self.lines(of: outline.size, to: sizes, bytesPerPixel: 4, hasAlpha: true)
    let decoder = outline.size.area * 8 + lines
    self.init(decoder: decoder + held, sizes: sizes, frames: frames, encoder: encoder)
  }

  /// What the resizer has at hand of the lines that it reads: the more of them the smaller the image becomes, and in
  /// fractions where colours are weighed by how much of them can be seen. Measured on a PNG of 50 megapixels that was
  /// made 27 times smaller: 1,100 lines, of 3 bytes for a pixel without transparency, and of 20 with it.
  private static func lines(
    of size: ImageSize,
    to sizes: [ImageSize],
    bytesPerPixel: Int,
    hasAlpha: Bool
  ) -> Int {
    let reduction = sizes.count > 1 ? max(1, size.width / max(1, sizes[1].width)) : 1
    let lines = min(size.height, 256 + 32 * reduction)
    return size.width * bytesPerPixel * (hasAlpha ? 5 : 1) * lines
  }

  /// Of what is in memory already.
  init(ofPicture sizes: [ImageSize], frames: Int, held: Int) {
    self.init(decoder: held, sizes: sizes, frames: frames, encoder: 0)
  }

  private init(decoder: Int, sizes: [ImageSize], frames: Int, encoder: Int) {
    let last = sizes[sizes.count - 1]
    let largest = sizes.dropFirst().map(\.area).max() ?? last.area
    // The result, and its copy where it has an alpha band.
    bytes = decoder + 8 * largest + 4 * last.area * (frames - 1) + encoder * last.area
  }
}

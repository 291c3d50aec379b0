/// What a job will hold in memory at most, said before a pixel is decoded.
///
/// Decoders hold what libvips does not count: a JPEG of several scans all of its coefficients, an interlaced PNG all
/// of its pixels, a WebP, a GIF and an AVIF whole frames. Where a decoder's need depends on the file, its most is
/// taken.
struct ImageCost: Equatable {
  /// Lines that a pipeline has at hand in buffers: of the decoder, the resizer and the encoder.
  private static let lines = 256

  let bytes: Int

  /// - Parameters:
  ///   - roll: The opened file, as small as its decoder makes it.
  ///   - sizes: Of a frame, from the file's to the last step's.
  ///   - frames: How many are decoded.
  ///   - encoder: How many bytes the encoder holds for a pixel of a frame.
  init(of roll: VipsImage, as format: ImageFormat, sizes: [ImageSize], frames: Int, encoder: Int) {
    let stored = sizes[0].area
    let bytesPerPixel = roll.bands * (roll.hasEightBits ? 1 : 2)
    let decoder =
      switch format {
      case .jpeg where roll.isDecodedWhole: stored * roll.bands * 2
      case .png where roll.isDecodedWhole: stored * bytesPerPixel
      case .jpeg, .png: min(stored, roll.width * Self.lines) * bytesPerPixel
      case .webp, .gif: stored * 8
      // The planes of the decoder, in sixteen bits where there are more than eight, and the pixels.
      case .avif, .heic: stored * 10
      case .jxl: stored * 20
      }
    self.init(decoder: decoder, sizes: sizes, frames: frames, encoder: encoder)
  }

  /// Of a WebP, which is not opened before there is room for it: the frame, and the one that it is scaled from.
  init(ofWebP outline: WebPOutline, sizes: [ImageSize], isStill: Bool, encoder: Int) {
    let frames = isStill ? 1 : outline.frames
    self.init(decoder: outline.size.area * 8, sizes: sizes, frames: frames, encoder: encoder)
  }

  /// Of what is in memory already.
  init(ofPicture sizes: [ImageSize], frames: Int) {
    self.init(decoder: 0, sizes: sizes, frames: frames, encoder: 0)
  }

  private init(decoder: Int, sizes: [ImageSize], frames: Int, encoder: Int) {
    let last = sizes[sizes.count - 1]
    let largest = sizes.dropFirst().map(\.area).max() ?? last.area
    // What turns, cuts by attention or has an alpha band is once more in memory.
    bytes = decoder + 8 * largest + 4 * last.area * (frames - 1) + encoder * last.area
  }
}

/// How far the filter looks that makes a picture smaller: the number of its lobes on either side of a pixel.
enum LanczosFilter: Int32 {
  case short = 2
  case long = 3

  /// The filter for what is left when the decoder of a format has made a picture smaller.
  ///
  /// The short one where that is the smaller part, and the decoder has halved the picture, as for most thumbnails: the
  /// resizer goes pixel by pixel in libvips before 8.15, and a cover of 1200 × 800 pixels that was made 480 wide took a
  /// seventh of its time for the third lobe. Measured on sixty drawn covers and ten photographs of 2 to 4 times that
  /// size: what comes of it differs by 40 to 55 dB from what the long one makes of them, which is not to be seen, and
  /// of small print by 36 dB. Those that differ most are as near as before to what the long one makes of the whole
  /// file.
  init(for reduction: Double, of format: ImageFormat) {
    let shrink = format.shrink(for: reduction)
    self = shrink > 1 && reduction / shrink < 2 ? .short : .long
  }
}

import CVipsShim

/// What a file said besides its pixels.
extension VipsImage {
  /// How many frames the file holds, decoded or not.
  var frameCount: Int { Int(use(errands_vips_frames)) }

  /// From 1, upright, to 8 (Exif 2.32, section 4.6.4, Orientation).
  var orientation: Int { Int(use(errands_vips_orientation)) }

  /// Whether it is upright only after a quarter turn, so that width and height change places.
  var isTurned: Bool { orientation >= 5 }

  /// Whether it has three bands of eight bits.
  var isPlain: Bool { use(errands_vips_is_plain) != 0 }

  /// Whether its numbers are of eight bits.
  var hasEightBits: Bool { use(errands_vips_has_eight_bits) != 0 }

  /// Whether it is of RGB, with a colour profile of its own.
  var hasRGBProfile: Bool { use(errands_vips_has_rgb_profile) != 0 }

  /// Whether its decoder holds all of it before it gives the first line.
  var isDecodedWhole: Bool { use(errands_vips_is_whole) != 0 }

  /// How long each frame is shown, in milliseconds; empty for a still image.
  var delays: [Int32] {
    use { image in
      var delays: UnsafePointer<Int32>?
      let count = errands_vips_delays(image, &delays)
      return Array(UnsafeBufferPointer(start: delays, count: Int(count)))
    }
  }

  /// How often it plays, 0 for without end. A GIF can play once more often than a WebP can say (RFC 9649, section 2.7.1).
  var loopCount: Int { min(Int(use(errands_vips_loop)), 65_535) }
}

/// The sizes that AV1 data say, read without decoding (AV1 specification, sections 5.3 and 5.5).
enum AV1Sequence {
  /// The sizes of the sequence headers in a row of open bitstream units (AV1 specification, section 5.3).
  static func sizes(
    in place: Range<Int>,
    _ bytes: UnsafeRawBufferPointer,
    _ unitsLeft: inout Int
  ) -> [ImageSize] {
    var sizes: [ImageSize] = []
    var start = place.lowerBound
    while start < place.upperBound, unitsLeft > 0 {
      unitsLeft -= 1
      let header = bytes[start]
      let (kind, hasExtension, hasLength) = (header >> 3 & 15, header & 4 != 0, header & 2 != 0)
      var content = start + (hasExtension ? 2 : 1)
      // What is no unit at all, such as an item of Exif. The lowest bit is reserved, and decoders do not look at it.
      guard header & 0x80 == 0, content <= place.upperBound else { return sizes }
      var length = place.upperBound - content
      if hasLength { length = leb128(bytes, &content, place.upperBound) }
      let end = min(place.upperBound, content + min(length, place.count))
      if kind == 1, content < end {
        sizes.append(sequenceSize(UnsafeRawBufferPointer(rebasing: bytes[content..<end])))
      }
      start = max(end, start + 1)
    }
    return sizes
  }

  /// Seven bits of each byte, the lowest first (section 4.10.5).
  private static func leb128(_ bytes: UnsafeRawBufferPointer, _ place: inout Int, _ end: Int) -> Int {
    var value = 0
    for shift in 0..<8 where place < end {
      let byte = bytes[place]
      place += 1
      value |= Int(byte & 0x7F) << (7 * shift)
      if byte & 0x80 == 0 { break }
    }
    return value
  }

  /// The largest frame that a sequence may have (section 5.5.1).
  private static func sequenceSize(_ header: UnsafeRawBufferPointer) -> ImageSize {
    var bits = BitReader(bytes: header)
    _ = bits.take(3 + 1)
    if bits.take(1) == 1 {
      _ = bits.take(5)
    } else {
      var hasDecoderModel = false
      var delayLength = 0
      if bits.take(1) == 1 {
        _ = bits.take(32 + 32)
        if bits.take(1) == 1 { _ = bits.takeLengthAndNumber() }
        hasDecoderModel = bits.take(1) == 1
        if hasDecoderModel {
          delayLength = bits.take(5) + 1
          _ = bits.take(32 + 5 + 5)
        }
      }
      let hasDelays = bits.take(1) == 1
      for _ in 0...bits.take(5) {
        _ = bits.take(12)
        if bits.take(5) > 7 { _ = bits.take(1) }
        if hasDecoderModel, bits.take(1) == 1 { _ = bits.take(2 * delayLength + 1) }
        if hasDelays, bits.take(1) == 1 { _ = bits.take(4) }
      }
    }
    let (widthBits, heightBits) = (bits.take(4) + 1, bits.take(4) + 1)
    return ImageSize(width: bits.take(widthBits) + 1, height: bits.take(heightBits) + 1)
  }
}

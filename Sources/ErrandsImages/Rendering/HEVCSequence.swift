/// The sizes that HEVC data say, read without decoding (ITU-T H.265, section 7.3.2.2).
enum HEVCSequence {
  /// The kind of a unit that has a sequence's parameters (table 7-1).
  private static let parameters = 33

  /// Of a decoder configuration record (ISO/IEC 14496-15, section 8.3.3.1).
  static func sizes(inConfiguration place: Range<Int>, _ reader: BoxReader) -> [ImageSize] {
    var cursor = Cursor(reader: reader, place: place.lowerBound + 22, end: place.upperBound)
    var sizes: [ImageSize] = []
    for _ in 0..<cursor.take(1) {
      let kind = cursor.take(1) & 0x3F
      for _ in 0..<cursor.take(2) {
        // A record of thirty bytes can announce sixteen million units, and a file have ten thousand such.
        guard !cursor.isAtEnd else { return sizes }
        let length = cursor.take(2)
        let unit = (cursor.place..<cursor.place + length).clamped(to: place)
        if kind == parameters { sizes.append(size(in: unit, reader.bytes)) }
        cursor.place += length
      }
    }
    return sizes
  }

  /// Of units one behind the other, each behind its length.
  static func sizes(in bytes: UnsafeRawBufferPointer, _ unitsLeft: inout Int) -> [ImageSize] {
    let reader = BoxReader(bytes)
    var sizes: [ImageSize] = []
    var place = 0
    while place + 6 <= bytes.count, unitsLeft > 0 {
      unitsLeft -= 1
      let length = reader.number(at: place, bytes: 4)
      guard length > 0, length <= bytes.count - place - 4 else { return sizes }
      let unit = place + 4..<place + 4 + length
      if bytes[unit.lowerBound] >> 1 & 0x3F == UInt8(parameters) { sizes.append(size(in: unit, bytes)) }
      place = unit.upperBound
    }
    return sizes
  }

  /// - Parameter unit: With its header of two bytes.
  static func size(in unit: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> ImageSize {
    let payload = withoutEmulation(bytes[unit.dropFirst(2).prefix(512)])
    return payload.withUnsafeBytes { bytes in
      var bits = BitReader(bytes: bytes)
      _ = bits.take(4)
      let layers = bits.take(3)
      _ = bits.take(1)
      // What the whole needs of a decoder, and what each layer needs (section 7.3.3).
      _ = bits.take(40) + bits.take(48) + bits.take(8)
      var hasProfile: [Bool] = [], hasLevel: [Bool] = []
      for _ in 0..<layers {
        hasProfile.append(bits.take(1) == 1)
        hasLevel.append(bits.take(1) == 1)
      }
      if layers > 0 { for _ in layers..<8 { _ = bits.take(2) } }
      for layer in 0..<layers {
        if hasProfile[layer] { _ = bits.take(40) + bits.take(48) }
        if hasLevel[layer] { _ = bits.take(8) }
      }
      _ = bits.takeLengthAndNumber()
      if bits.takeLengthAndNumber() == 3 { _ = bits.take(1) }
      return ImageSize(width: bits.takeLengthAndNumber(), height: bits.takeLengthAndNumber())
    }
  }

  /// Behind two zeros a 3 says that they begin no unit, and is no part of it (section 7.4.2).
  private static func withoutEmulation(_ bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    var zeros = 0
    return bytes.filter { byte in
      defer { zeros = byte == 0 ? zeros + 1 : 0 }
      return !(byte == 3 && zeros >= 2)
    }
  }
}

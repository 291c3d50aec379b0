/// Numbers one behind the other.
struct Cursor {
  let reader: BoxReader
  var place: Int
  let end: Int

  var isAtEnd: Bool { place >= end }

  mutating func take(_ count: Int) -> Int {
    defer { place += count }
    return reader.number(at: place, bytes: count)
  }
}

/// Bits from the highest to the lowest; 0 behind the end.
struct BitReader {
  let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func take(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let byte = place >> 3 < bytes.count ? bytes[place >> 3] : 0
      value = value << 1 | Int(byte >> (7 - place & 7) & 1)
      place += 1
    }
    return value
  }

  /// A number whose length is told by the zeros before it: `uvlc` of AV1 (section 4.10.3), `ue(v)` of HEVC (ITU-T H.265,
  /// section 9.2).
  mutating func takeLengthAndNumber() -> Int {
    var zeros = 0
    while zeros < 32, take(1) == 0 { zeros += 1 }
    return zeros < 32 ? (1 << zeros) - 1 + take(zeros) : Int(UInt32.max)
  }
}

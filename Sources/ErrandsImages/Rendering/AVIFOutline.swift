/// The sizes that an AVIF's coded images have, read without decoding.
///
/// The boxes of a file say one size, which is what libvips tells, and the AV1 sequence header within the coded data
/// another, which is what the decoder makes room for: a file of a hundred bytes can announce 64 × 64 pixels in the
/// one and 65,536 × 65,536 in the other. Here the second is known before (AV1 specification, sections 5.3 and 5.5).
struct AVIFOutline {
  /// More pieces of data than that no image has, and each of them may be as long as the file.
  private static let placeLimit = 4_096
  /// More units than that in all of them are not looked at.
  private static let unitLimit = 100_000

  /// One for each sequence header.
  private(set) var codedSizes: [ImageSize] = []
  /// Whether all there is was looked at. A file of ten thousand bytes can name a hundred million pieces.
  private(set) var isComplete = true

  /// - Parameter bytes: A whole file, for as long as the call lasts.
  init(of bytes: UnsafeRawBufferPointer) {
    let reader = BoxReader(bytes)
    let meta = reader.boxes.first { $0.name == "meta" }?.content ?? 0..<0
    // Behind the version and flags of a full box.
    let boxes = BoxReader(bytes, in: meta.dropFirst(4)).boxes
    let inside = boxes.first { $0.name == "idat" }?.content
    let places = boxes.first { $0.name == "iloc" }.map { Self.places($0.content, reader, inside) } ?? []
    var unitsLeft = Self.unitLimit
    for place in places { codedSizes += Self.sizes(in: place, bytes, &unitsLeft) }
    isComplete = places.count < Self.placeLimit && unitsLeft > 0
  }

  /// Where the items of the file lie (ISO/IEC 14496-12, section 8.11.3).
  private static func places(
    _ iloc: Range<Int>,
    _ reader: BoxReader,
    _ inside: Range<Int>?
  ) -> [Range<Int>] {
    var cursor = Cursor(reader: reader, place: iloc.lowerBound, end: iloc.upperBound)
    let version = cursor.take(1)
    _ = cursor.take(3)
    let sizes = cursor.take(2)
    let (offsetSize, lengthSize) = (sizes >> 12 & 15, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version > 0 ? sizes & 15 : 0)
    let count = cursor.take(version < 2 ? 2 : 4)
    var places: [Range<Int>] = []
    for _ in 0..<count {
      // A number of four bytes can announce more items than could be counted.
      guard !cursor.isAtEnd, places.count < placeLimit else { break }
      _ = cursor.take(version < 2 ? 2 : 4)
      let method = version > 0 ? cursor.take(2) & 15 : 0
      _ = cursor.take(2)
      let base = cursor.take(baseSize)
      for _ in 0..<cursor.take(2) {
        guard !cursor.isAtEnd, places.count < placeLimit else { break }
        _ = cursor.take(indexSize)
        let (offset, length) = (cursor.take(offsetSize), cursor.take(lengthSize))
        let from = method == 1 ? inside?.lowerBound ?? 0 : 0
        let (start, overflows) = base.addingReportingOverflow(offset)
        guard !overflows, start <= reader.bytes.count else { continue }
        let first = min(from + start, reader.bytes.count)
        places.append(
          first..<min(reader.bytes.count, length == 0 ? .max : first + min(length, reader.bytes.count))
        )
      }
    }
    return places
  }

  /// The sizes of the sequence headers in a row of open bitstream units (AV1 specification, section 5.3).
  private static func sizes(
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
      // What is no unit at all, such as an item of Exif.
      guard header & 0x81 == 0, content <= place.upperBound else { return sizes }
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
        if bits.take(1) == 1 { bits.skipUVLC() }
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

/// Numbers one behind the other.
private struct Cursor {
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
private struct BitReader {
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

  /// As many bits behind the first one that is set as there were before it (section 4.10.3).
  mutating func skipUVLC() {
    var zeros = 0
    while zeros < 32, take(1) == 0 { zeros += 1 }
    if zeros < 32 { _ = take(zeros) }
  }
}

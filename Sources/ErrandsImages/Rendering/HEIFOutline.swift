/// The sizes that the coded images of an AVIF or HEIC have, read without decoding.
///
/// The boxes of a file say one size, which is what libvips tells, and the sequence headers within the coded data
/// another, which is what the decoder makes room for: a file of a hundred bytes can announce 64 × 64 pixels in the
/// one and 65,536 × 65,536 in the other. Here the second is known before. What decoders might read otherwise than it is
/// read here, such as a second table of items, is not taken for an image.
struct HEIFOutline {
  /// More pieces of data than that no image has, and each of them may be as long as the file.
  private static let placeLimit = 4_096
  /// More units than that in all of them are not looked at.
  private static let unitLimit = 100_000

  /// More tiles than that no picture is put together of that is within the limits.
  private static let tileLimit = 1_024

  /// One for each sequence header, and for each picture that is put together of others.
  private(set) var sizes: [ImageSize] = []
  /// Whether all there is was looked at, and can be read in one way only. A file of ten thousand bytes can name a hundred
  /// million pieces.
  private(set) var isClear = true
  private var unitsLeft = HEIFOutline.unitLimit

  /// - Parameter bytes: A whole file, for as long as the call lasts.
  init(of bytes: UnsafeRawBufferPointer) {
    let reader = BoxReader(bytes)
    let whole = only("meta", in: reader)
    // Behind the version and flags of a full box.
    let meta = BoxReader(bytes, in: (whole ?? 0..<0).dropFirst(4))
    let inside = only("idat", in: meta)
    addConfigurations(of: meta)
    guard let iloc = only("iloc", in: meta) else { return }
    let items = Self.items(iloc, reader, inside)
    isClear = isClear && items.reduce(0) { $0 + max(1, $1.count) } < Self.placeLimit
    // Pieces may lie over one another, and be more in all than there is.
    var bytesLeft = 2 * bytes.count
    for item in items where isClear {
      bytesLeft -= item.reduce(0) { $0 + $1.count }
      isClear = bytesLeft >= 0
      if isClear { add(item, of: bytes) }
    }
    isClear = isClear && unitsLeft > 0
  }

  /// What there may be one of.
  private mutating func only(_ name: String, in reader: BoxReader) -> Range<Int>? {
    let boxes = reader.boxes
    let named = boxes.filter { $0.name == name }
    if named.count > 1 || boxes.count >= BoxReader.limit { isClear = false }
    return named.first?.content
  }

  /// What a decoder is told before it is given an item.
  private mutating func addConfigurations(of meta: BoxReader) {
    guard let properties = only("iprp", in: meta),
      let list = only("ipco", in: BoxReader(meta.bytes, in: properties))
    else { return }
    let boxes = BoxReader(meta.bytes, in: list).boxes
    if boxes.count >= BoxReader.limit { isClear = false }
    for box in boxes {
      switch box.name {
      case "av1C":
        let units = UnsafeRawBufferPointer(rebasing: meta.bytes[box.content.dropFirst(4)])
        sizes += AV1Sequence.sizes(in: 0..<units.count, units, &unitsLeft)
      case "hvcC": sizes += HEVCSequence.sizes(inConfiguration: box.content, meta)
      default: break
      }
    }
  }

  /// Of which kind an item is does not matter: what it may be read as counts.
  private mutating func add(_ item: [Range<Int>], of bytes: UnsafeRawBufferPointer) {
    if item.count == 1 { return add(UnsafeRawBufferPointer(rebasing: bytes[item[0]])) }
    let joined = item.flatMap { bytes[$0] }
    joined.withUnsafeBytes { add($0) }
  }

  private mutating func add(_ item: UnsafeRawBufferPointer) {
    sizes += AV1Sequence.sizes(in: 0..<item.count, item, &unitsLeft)
    sizes += HEVCSequence.sizes(in: item, &unitsLeft)
    // A picture of tiles: version, flags, rows and columns less one, width and height (ISO/IEC 23008-12, section 6.6.2.3.2).
    guard item.count == 8 || item.count == 12, item[0] == 0, item[1] <= 1 else { return }
    let (reader, side) = (BoxReader(item), item[1] == 0 ? 2 : 4)
    guard 4 + 2 * side == item.count else { return }
    sizes.append(
      ImageSize(width: reader.number(at: 4, bytes: side), height: reader.number(at: 4 + side, bytes: side))
    )
    if (Int(item[2]) + 1) * (Int(item[3]) + 1) > Self.tileLimit { isClear = false }
  }

  /// Where the pieces of each item of the file lie (ISO/IEC 14496-12, section 8.11.3).
  private static func items(
    _ iloc: Range<Int>,
    _ reader: BoxReader,
    _ inside: Range<Int>?
  ) -> [[Range<Int>]] {
    var cursor = Cursor(reader: reader, place: iloc.lowerBound, end: iloc.upperBound)
    let version = cursor.take(1)
    _ = cursor.take(3)
    let sizes = cursor.take(2)
    let (offsetSize, lengthSize) = (sizes >> 12 & 15, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version > 0 ? sizes & 15 : 0)
    let count = cursor.take(version < 2 ? 2 : 4)
    var items: [[Range<Int>]] = []
    var pieces = 0
    for _ in 0..<count {
      // A number of four bytes can announce more items than could be counted.
      guard !cursor.isAtEnd, pieces < placeLimit else { break }
      var places: [Range<Int>] = []
      _ = cursor.take(version < 2 ? 2 : 4)
      let method = version > 0 ? cursor.take(2) & 15 : 0
      _ = cursor.take(2)
      let base = cursor.take(baseSize)
      for _ in 0..<cursor.take(2) {
        guard !cursor.isAtEnd, pieces < placeLimit else { break }
        pieces += 1
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
      pieces += places.isEmpty ? 1 : 0
      items.append(places)
    }
    return items
  }
}

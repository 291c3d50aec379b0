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
    let grids = grids(of: meta)
    guard let iloc = only("iloc", in: meta) else { return }
    let items = Self.items(iloc, reader, inside)
    isClear = isClear && items.reduce(0) { $0 + max(1, $1.places.count) } < Self.placeLimit
    // Pieces may lie over one another, and be more in all than there is.
    var bytesLeft = 2 * bytes.count
    for item in items where isClear {
      bytesLeft -= item.places.reduce(0) { $0 + $1.count }
      isClear = bytesLeft >= 0
      if isClear { add(item.places, isGrid: grids.contains(item.number), of: bytes) }
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

  /// The numbers of the pictures of tiles, by what items say they are (ISO/IEC 14496-12, section 8.11.6).
  ///
  /// How large a canvas is on which pictures lie over one another stands in the data of its item only, which look like
  /// any others, and no camera writes such. A picture of tiles that are put together themselves can be a million of them.
  private mutating func grids(of meta: BoxReader) -> Set<Int> {
    guard let table = only("iinf", in: meta) else { return [] }
    let count = meta.number(at: table.lowerBound, bytes: 1) == 0 ? 2 : 4
    let entries = BoxReader(meta.bytes, in: table.dropFirst(4 + count)).boxes
    if entries.count >= BoxReader.limit { isClear = false }
    var (grids, derived): (Set<Int>, Set<Int>) = ([], [])
    for entry in entries where entry.name == "infe" {
      var cursor = Cursor(reader: meta, place: entry.content.lowerBound, end: entry.content.upperBound)
      let version = cursor.take(1)
      // Before, items have no kind.
      guard version >= 2 else { continue }
      _ = cursor.take(3)
      let number = cursor.take(version == 2 ? 2 : 4)
      _ = cursor.take(2)
      let kind = (cursor.place..<cursor.place + 4).clamped(to: entry.content)
      switch String(decoding: meta.bytes[kind], as: UTF8.self) {
      case "iovl": isClear = false
      case "grid":
        grids.insert(number)
        derived.insert(number)
      case "iden": derived.insert(number)
      default: break
      }
    }
    if !grids.isEmpty, hasTiles(of: grids, in: derived, meta) { isClear = false }
    return grids
  }

  /// Whether a picture of tiles has one among these (ISO/IEC 14496-12, section 8.11.12).
  private mutating func hasTiles(of grids: Set<Int>, in derived: Set<Int>, _ meta: BoxReader) -> Bool {
    guard let references = only("iref", in: meta) else { return false }
    let side = meta.number(at: references.lowerBound, bytes: 1) == 0 ? 2 : 4
    let boxes = BoxReader(meta.bytes, in: references.dropFirst(4)).boxes
    if boxes.count >= BoxReader.limit { isClear = false }
    return boxes.contains { box in
      guard box.name == "dimg" else { return false }
      var cursor = Cursor(reader: meta, place: box.content.lowerBound, end: box.content.upperBound)
      guard grids.contains(cursor.take(side)) else { return false }
      _ = cursor.take(2)
      while !cursor.isAtEnd { if derived.contains(cursor.take(side)) { return true } }
      return false
    }
  }

  /// Of which kind an item is does not matter, unless it is a picture of tiles: what it may be read as counts.
  private mutating func add(_ item: [Range<Int>], isGrid: Bool, of bytes: UnsafeRawBufferPointer) {
    if item.count == 1 { return add(UnsafeRawBufferPointer(rebasing: bytes[item[0]]), isGrid: isGrid) }
    let joined = item.flatMap { bytes[$0] }
    joined.withUnsafeBytes { add($0, isGrid: isGrid) }
  }

  private mutating func add(_ item: UnsafeRawBufferPointer, isGrid: Bool) {
    sizes += AV1Sequence.sizes(in: 0..<item.count, item, &unitsLeft)
    sizes += HEVCSequence.sizes(in: item, &unitsLeft)
    // A picture of tiles: version, flags, rows and columns less one, width and height (ISO/IEC 23008-12, section 6.6.2.3.2).
    let side = item.count == 8 ? 2 : 4
    guard item.count == 4 + 2 * side, item[0] == 0, item[1] == side / 2 - 1 else {
      // Decoders look neither at its version nor at what stands behind it.
      if isGrid { isClear = false }
      return
    }
    let reader = BoxReader(item)
    sizes.append(
      ImageSize(width: reader.number(at: 4, bytes: side), height: reader.number(at: 4 + side, bytes: side))
    )
    if (Int(item[2]) + 1) * (Int(item[3]) + 1) > Self.tileLimit { isClear = false }
  }

  /// The number of each item of the file, and where its pieces lie (ISO/IEC 14496-12, section 8.11.3).
  private static func items(
    _ iloc: Range<Int>,
    _ reader: BoxReader,
    _ inside: Range<Int>?
  ) -> [(number: Int, places: [Range<Int>])] {
    var cursor = Cursor(reader: reader, place: iloc.lowerBound, end: iloc.upperBound)
    let version = cursor.take(1)
    _ = cursor.take(3)
    let sizes = cursor.take(2)
    let (offsetSize, lengthSize) = (sizes >> 12 & 15, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version > 0 ? sizes & 15 : 0)
    let count = cursor.take(version < 2 ? 2 : 4)
    var items: [(number: Int, places: [Range<Int>])] = []
    var pieces = 0
    for _ in 0..<count {
      // A number of four bytes can announce more items than could be counted.
      guard !cursor.isAtEnd, pieces < placeLimit else { break }
      var places: [Range<Int>] = []
      let number = cursor.take(version < 2 ? 2 : 4)
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
      items.append((number, places))
    }
    return items
  }
}

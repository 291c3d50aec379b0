@testable import ErrandsImages

/// Boxes and coded headers, written by hand after ISO/IEC 14496-12, the AV1 specification and ITU-T H.265.
enum HEIFBytes {
  static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8) + Array(name.utf8) + content
  }

  /// A file of items, each of pieces, which all lie in its table's own box.
  ///
  /// - Parameters:
  ///   - property: What a decoder is told before.
  ///   - before: Boxes before the table of places.
  ///   - folded: Whether all pieces are the first one.
  static func file(
    items: [[[UInt8]]],
    property: (name: String, content: [UInt8])? = nil,
    before: [UInt8] = [],
    folded: Bool = false
  ) -> [UInt8] {
    var (data, table): ([UInt8], [UInt8]) = ([], [])
    for (index, item) in items.enumerated() {
      // Its number, the way of its places (within the box), no reference, and how many pieces.
      table += [0, UInt8(index + 1), 0, 1, 0, 0, 0, UInt8(item.count)]
      for piece in item {
        table += number(folded ? 0 : data.count) + number(piece.count)
        if !folded || data.isEmpty { data += piece }
      }
    }
    let places = box("iloc", [1, 0, 0, 0, 0x44, 0, 0, UInt8(items.count)] + table)
    let properties = property.map { box("iprp", box("ipco", box($0.name, $0.content))) } ?? []
    return box("meta", [0, 0, 0, 0] + before + places + properties + box("idat", data))
  }

  /// What each item is, by its number from 1 on (ISO/IEC 14496-12, section 8.11.6).
  ///
  /// - Parameter version: From 3 on, numbers have four bytes.
  static func kinds(_ names: [String], version: UInt8 = 2) -> [UInt8] {
    let entries = names.enumerated().flatMap { index, name in
      box(
        "infe",
        [version, 0, 0, 0] + number(index + 1).suffix(version == 2 ? 2 : 4) + [0, 0] + Array(name.utf8) + [0]
      )
    }
    return box("iinf", [0, 0, 0, 0, 0, UInt8(names.count)] + entries)
  }

  /// What an item is put together of (ISO/IEC 14496-12, section 8.11.12).
  ///
  /// - Parameter version: From 1 on, numbers have four bytes.
  static func references(from item: Int, to others: [Int], version: UInt8 = 0) -> [UInt8] {
    let numbers = ([item] + others).map { Array(number($0).suffix(version == 0 ? 2 : 4)) }
    let content = numbers[0] + [0, UInt8(others.count)] + numbers.dropFirst().flatMap { $0 }
    return box("iref", [version, 0, 0, 0] + box("dimg", content))
  }

  /// An open bitstream unit with a sequence header for a still picture (sections 5.3 and 5.5).
  static func av1(_ size: ImageSize, reserved: UInt8 = 0) -> [UInt8] {
    var bits = Bits()
    bits.add(0, 3)
    bits.add(0b11, 2)
    bits.add(0, 5)
    bits.add(15, 4)
    bits.add(15, 4)
    bits.add(size.width - 1, 16)
    bits.add(size.height - 1, 16)
    return [0x0A | reserved, UInt8(bits.bytes.count)] + bits.bytes
  }

  /// The parameters of a sequence (section 7.3.2.2), with its header of two bytes.
  static func hevc(_ size: ImageSize) -> [UInt8] {
    var bits = Bits()
    bits.add(0, 4)
    // Two layers of which one tells its level.
    bits.add(1, 3)
    bits.add(1, 1)
    for _ in 0..<12 { bits.add(0, 8) }
    bits.add(0b01, 2)
    bits.add(0, 14)
    bits.add(93, 8)
    for value in [0, 1, size.width, size.height, 0] { bits.addWithLength(value) }
    // Two zeros are followed by a 3, where a small byte would look like a beginning.
    var (unit, zeros): ([UInt8], Int) = ([33 << 1, 1], 0)
    for byte in bits.bytes {
      if zeros >= 2, byte <= 3 {
        unit.append(3)
        zeros = 0
      }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return unit
  }

  /// Bits from the highest to the lowest.
  private struct Bits {
    private var bits: [Bool] = []

    mutating func add(_ value: Int, _ count: Int) {
      for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) }
    }

    mutating func addWithLength(_ value: Int) {
      let count = (value + 1).bitWidth - (value + 1).leadingZeroBitCount
      add(0, count - 1)
      add(value + 1, count)
    }

    var bytes: [UInt8] {
      stride(from: 0, to: bits.count, by: 8).map { start in
        (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
      }
    }
  }
}

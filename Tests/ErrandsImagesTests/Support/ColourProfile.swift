/// An ICC profile made of numbers: sRGB's primaries in another order, and a plain gamma (ICC.1:2001-04,
/// section 6).
enum ColourProfile {
  /// A profile in which the first channel is blue and the last is red.
  static let swapped = bytes(primaries: [blue, green, red])

  // In XYZ, adapted to D50, as fixed-point numbers with 16 bits behind the point.
  private static let red: [UInt32] = [28_578, 14_581, 912]
  private static let green: [UInt32] = [25_241, 46_981, 6_362]
  private static let blue: [UInt32] = [9_376, 3_972, 46_793]
  private static let white: [UInt32] = [63_190, 65_536, 54_061]

  private static func bytes(primaries: [[UInt32]]) -> [UInt8] {
    let names = ["rXYZ", "gXYZ", "bXYZ", "wtpt", "rTRC", "gTRC", "bTRC"]
    let points = (primaries + [white]).map { text("XYZ ") + long(0) + $0.flatMap(long) }
    // One number is a gamma, here 2.2 with 8 bits behind the point; two bytes fill up.
    let curve = text("curv") + long(0) + long(1) + [2, 51, 0, 0]
    let contents = points + [curve, curve, curve]
    var table = long(UInt32(names.count))
    var place = 128 + 4 + 12 * names.count
    for (name, content) in zip(names, contents) {
      table += text(name) + long(UInt32(place)) + long(UInt32(content.count))
      place += content.count
    }
    return header(length: UInt32(place)) + table + contents.flatMap { $0 }
  }

  private static func header(length: UInt32) -> [UInt8] {
    let kind = long(length) + long(0) + long(0x0210_0000) + text("mntrRGB XYZ ")
    let rest = [UInt8](repeating: 0, count: 12) + text("acsp") + [UInt8](repeating: 0, count: 28)
    let illuminant = [63_190, 65_536, 54_061].flatMap(long)
    return kind + rest + illuminant + [UInt8](repeating: 0, count: 48)
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func long(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

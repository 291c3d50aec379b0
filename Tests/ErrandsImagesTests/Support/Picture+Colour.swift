import CVipsShim

@testable import ErrandsImages

extension Picture {
  /// Red, green and blue of one pixel, and how opaque it is where the picture has transparency.
  func colour(_ x: Int, _ y: Int) throws -> [Int] {
    let pixel = try image.derived("cut") { errands_vips_cut($0, Int32(x), Int32(y), 1, 1) }
    let colours = hasAlpha ? try pixel.derived("extract", errands_vips_without_alpha) : pixel
    let channels = try (0..<3).map { channel in
      var rows = [Double](repeating: 0, count: 9)
      rows[6 + channel] = 1
      return try colours.derived("recomb") { errands_vips_recombine($0, rows) }.lastBand
    }
    return hasAlpha ? channels + [pixel.lastBand] : channels
  }
}

extension VipsImage {
  fileprivate var lastBand: Int {
    var least = -1.0
    _ = use { errands_vips_least_alpha($0, &least) }
    return Int(least)
  }
}

/// The largest difference of two colours in one channel.
func distance(_ first: [Int], _ second: [Int]) -> Int {
  guard first.count == second.count else { return .max }
  return zip(first, second).map { abs($0 - $1) }.max() ?? .max
}

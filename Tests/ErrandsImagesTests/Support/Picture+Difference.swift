import Foundation

@testable import ErrandsImages

extension Picture {
  /// How near the pixels are to those of another picture of the same size, in decibels (peak signal to noise ratio):
  /// infinite where they are equal, and above 40 where eyes do not see a difference.
  func nearness(to other: Picture) throws -> Double {
    let (own, theirs) = (try pixels(), try other.pixels())
    guard (own.width, own.height, own.bytesPerPixel) == (theirs.width, theirs.height, theirs.bytesPerPixel)
    else { return 0 }
    let squares = zip(own.bytes, theirs.bytes).reduce(0) { sum, pair in
      let distance = Int(pair.0) - Int(pair.1)
      return sum + distance * distance
    }
    return 10 * log10(255 * 255 * Double(own.bytes.count) / Double(squares))
  }
}

import Foundation

/// What the markers of a JPEG say, read without decoding (ITU-T T.81, annex B).
///
/// A decoder reads all scans before it gives the first line, and hears of nothing meanwhile. A scan of a hundred bytes
/// passes over all pixels, 48 million of them in 8 ms: a file of 50 megabytes held a thread for an hour.
struct JPEGOutline {
  /// Encoders write 10 to 20 of them.
  static let scanLimit = 100

  /// Those before the end of the image; once there are more than the limit, the rest is not read.
  private(set) var scans = 0

  /// - Parameter bytes: A file or its beginning, for as long as the call lasts.
  init(of bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    var place = 2
    while place < bytes.count, scans <= Self.scanLimit {
      // Pixels are passed over, and what stands between segments, as decoders pass over that.
      guard let found = memchr(base + place, 0xFF, bytes.count - place) else { return }
      place = base.distance(to: UnsafeRawPointer(found)) + 1
      guard place < bytes.count else { return }
      switch bytes[place] {
      // Before a marker, any number of these may stand.
      case 0xFF: continue
      // A 255 among the pixels, and markers that have no length.
      case 0x00, 0x01, 0xD0...0xD8: place += 1
      // What follows is none of the image: cameras put a second one there.
      case 0xD9: return
      case let marker:
        if marker == 0xDA { scans += 1 }
        guard place + 2 < bytes.count else { return }
        place += 1 + max(2, Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]))
      }
    }
  }
}

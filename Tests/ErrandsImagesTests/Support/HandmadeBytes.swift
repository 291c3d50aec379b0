import Foundation

/// Files that the module reads and does not write.
enum HandmadeBytes {
  /// A PNG of one grey pixel, half as bright as white; its zlib stream holds a stored block (RFC 1950, RFC
  /// 1951).
  static let greyPNG: Data = {
    let stored: [UInt8] = [0x78, 0x01, 1, 2, 0, 0xFD, 0xFF, 0, 128] + [0x00, 0x82, 0x00, 0x81]
    return HostileBytes.png(header: [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0], pixels: stored)
  }()
}

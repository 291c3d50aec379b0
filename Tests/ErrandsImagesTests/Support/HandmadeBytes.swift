import Foundation

/// Files that the module reads and does not write.
enum HandmadeBytes {
  /// A PNG of one grey pixel, half as bright as white; its zlib stream holds a stored block (RFC 1950, RFC
  /// 1951).
  static let greyPNG: Data = {
    let stored: [UInt8] = [0x78, 0x01, 1, 2, 0, 0xFD, 0xFF, 0, 128] + [0x00, 0x82, 0x00, 0x81]
    return HostileBytes.png(header: [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0], pixels: stored)
  }()

  /// A JPEG of 8 × 8 grey pixels, half as bright as white: of its one block, both codes say that all is 0 (ITU-T T.81, annexes B
  /// and F).
  static let greyJPEG: Data = {
    let quantisation: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    let codes = [0x00, 0x10].flatMap { table in
      [0xFF, 0xC4, 0, 20, table, 1] + [UInt8](repeating: 0, count: 15) + [0]
    }
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0b0011_1111]
    return Data([0xFF, 0xD8] + quantisation + frame + codes + scan + [0xFF, 0xD9])
  }()
}

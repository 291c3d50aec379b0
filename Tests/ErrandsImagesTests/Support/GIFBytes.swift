import Foundation

/// GIFs of frames of one pixel, black and white in turn, written by hand after the GIF89a specification.
enum GIFBytes {
  /// - Parameters:
  ///   - delay: Hundredths of a second for each frame.
  ///   - loops: How often it is repeated, 0 for without end; `nil` leaves out the block that says so.
  static func animation(frames: Int, delay: UInt16 = 10, loops: UInt16? = nil) -> Data {
    var bytes = start(width: 1, height: 1)
    if let loops { bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + word(loops) + [0] }
    for number in 0..<frames {
      bytes += [0x21, 0xF9, 4, 0] + word(delay) + [0, 0]
      bytes += frame(width: 1, height: 1, isWhite: !number.isMultiple(of: 2))
    }
    return Data(bytes + [0x3B])
  }

  /// A screen of one size that holds one frame of another, of which only the first pixel is there.
  static func screen(_ width: UInt16, _ height: UInt16, holding frameWidth: UInt16, _ frameHeight: UInt16)
    -> Data
  {
    Data(start(width: width, height: height) + frame(width: frameWidth, height: frameHeight) + [0x3B])
  }

  private static func start(width: UInt16, height: UInt16) -> [UInt8] {
    let colours: [UInt8] = [0, 0, 0, 255, 255, 255]
    return Array("GIF89a".utf8) + word(width) + word(height) + [0x80, 0, 0] + colours
  }

  private static func frame(width: UInt16, height: UInt16, isWhite: Bool = false) -> [UInt8] {
    // Three codes of three bits: begin, the colour, end.
    let pixel: [UInt8] = [2, 2, isWhite ? 0x4C : 0x44, 1, 0]
    return [0x2C, 0, 0, 0, 0] + word(width) + word(height) + [0] + pixel
  }

  private static func word(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
}

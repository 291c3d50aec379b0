import Foundation

/// A GIF of single-colour frames of one pixel, written by hand after the GIF89a specification.
enum GIFBytes {
  static func animation(frames: Int) -> Data {
    let screen: [UInt8] = [1, 0, 1, 0, 0x80, 0, 0]
    let colours: [UInt8] = [0, 0, 0, 255, 255, 255]
    let control: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
    let image: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
    let pixel: [UInt8] = [2, 2, 0x44, 1, 0]
    var bytes = Array("GIF89a".utf8) + screen + colours
    for _ in 0..<frames { bytes += control + image + pixel }
    return Data(bytes + [0x3B])
  }
}

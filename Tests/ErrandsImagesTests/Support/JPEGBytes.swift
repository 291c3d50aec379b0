import Foundation

/// Segments of a JPEG, written by hand after ITU-T T.81, annex B.
enum JPEGBytes {
  /// The file with one more segment behind its first marker.
  static func inserting(marker: UInt8, _ payload: [UInt8], into file: Data) -> Data {
    let length = payload.count + 2
    let segment = [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    return file.prefix(2) + Data(segment) + file.dropFirst(2)
  }

  /// An Exif segment with an orientation and nothing else (Exif 2.32, section 4.6.2).
  static func oriented(_ orientation: UInt8, _ file: Data) -> Data {
    let header = Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0]
    let entry: [UInt8] = [1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
    return inserting(marker: 0xE1, header + entry, into: file)
  }

  /// With a colour profile (ICC.1:2022, annex B.4).
  static func profiled(_ profile: [UInt8], _ file: Data) -> Data {
    inserting(marker: 0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile, into: file)
  }

  /// The same pixels under a header that announces another size.
  static func announcing(width: Int, height: Int, _ file: Data) -> Data {
    var bytes = Array(file)
    var place = 2
    while bytes[place + 1] & 0xF0 != 0xC0 || bytes[place + 1] == 0xC4 {
      place += 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
    }
    bytes[place + 5] = UInt8(height >> 8)
    bytes[place + 6] = UInt8(height & 0xFF)
    bytes[place + 7] = UInt8(width >> 8)
    bytes[place + 8] = UInt8(width & 0xFF)
    return Data(bytes)
  }
}

import Foundation

/// Small files that announce much, written by hand.
enum HostileBytes {
  /// A PNG whose header announces a size, and which holds no pixels (PNG specification, third edition,
  /// section 11.2.1).
  static func png(width: UInt32, height: UInt32) -> Data {
    let header = long(width) + long(height)
    return png(header: header + [8, 6, 0, 0, 0], pixels: [])
  }

  static func png(header: [UInt8], pixels: [UInt8]) -> Data {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (name, content) in [("IHDR", header), ("IDAT", pixels), ("IEND", [])] {
      file += chunk(name, content)
    }
    return Data(file)
  }

  /// A WebP of a lossless picture's header and no pixels (RFC 9649, section 3.4), by itself or on a canvas of
  /// another size (section 2.7).
  static func webp(width: UInt32, height: UInt32, canvas: (width: UInt32, height: UInt32)? = nil) -> Data {
    let sizes: UInt32 = (width - 1) | ((height - 1) << 14)
    let picture = riff("VP8L", [0x2F] + little(sizes, 4) + [0, 0, 0])
    var content = Array("WEBP".utf8)
    if let canvas {
      let size = little(canvas.width - 1, 3) + little(canvas.height - 1, 3)
      content += riff("VP8X", [0, 0, 0, 0] + size)
    }
    return Data(riff("RIFF", content + picture))
  }

  /// The PNG with a colour profile before its pixels that says how long it is, and unpacks to that many zeros (PNG
  /// specification, section 11.3.2.3).
  static func png(_ file: Data, profileOf length: Int) -> Data {
    let content = Array("endless".utf8) + [0, 0] + zeros(length, announced: UInt32(clamping: length))
    // Behind the signature and the header.
    return file.prefix(33) + Data(chunk("iCCP", content)) + file.dropFirst(33)
  }

  /// What unpacks to a number and zeros: one literal after the other, and then copies of 258 bytes at 13 bits each (RFC
  /// 1950; RFC 1951, section 3.2.6).
  private static func zeros(_ count: Int, announced: UInt32) -> [UInt8] {
    var (bytes, held, bits): ([UInt8], UInt32, Int) = ([0x78, 0x9C], 0, 0)
    // The first bit of a code is the highest, and goes first.
    func put(_ code: UInt32, _ length: Int) {
      for bit in (0..<length).reversed() {
        held |= (code >> bit & 1) << bits
        bits += 1
        if bits == 8 {
          bytes.append(UInt8(held))
          (held, bits) = (0, 0)
        }
      }
    }
    // The last block, and in fixed codes.
    put(0b110, 3)
    for byte in long(announced) + [0] {
      byte < 144 ? put(0x30 + UInt32(byte), 8) : put(0x190 + UInt32(byte) - 144, 9)
    }
    for _ in 0..<count / 258 { put(0b1100_0101 << 5, 13) }
    put(0, 7)
    return bytes + [UInt8(held), 0, 0, 0, 0]
  }

  private static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(UInt32(content.count), 4) + content
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return long(UInt32(content.count)) + named + long(checksum(named))
  }

  /// CRC-32, a bit at a time (PNG specification, section 5.5).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = ~0
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
    }
    return ~sum
  }

  private static func long(_ number: UInt32) -> [UInt8] { little(number, 4).reversed() }

  private static func little(_ number: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

import Foundation

/// The checksum XXH64 (its specification, version 0.1.1): finds damage at the speed of memory. It is no secret and no
/// proof against an attacker, who could write into the folder anyway.
enum XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  static func hash(_ bytes: some ContiguousBytes, seed: UInt64 = 0) -> UInt64 {
    bytes.withUnsafeBytes { hash($0, seed: seed) }
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var offset = 0
    var sum = seed &+ prime5
    if bytes.count >= 32 {
      var (one, two, three, four) = (
        seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1
      )
      while offset + 32 <= bytes.count {
        one = round(one, word(bytes, offset))
        two = round(two, word(bytes, offset + 8))
        three = round(three, word(bytes, offset + 16))
        four = round(four, word(bytes, offset + 24))
        offset += 32
      }
      sum = rotated(one, 1) &+ rotated(two, 7) &+ rotated(three, 12) &+ rotated(four, 18)
      for lane in [one, two, three, four] { sum = (sum ^ round(0, lane)) &* prime1 &+ prime4 }
    }
    return finish(sum &+ UInt64(bytes.count), bytes, from: offset)
  }

  /// Takes in what is left, fewer than 32 bytes, and spreads every bit over all of them.
  private static func finish(_ started: UInt64, _ bytes: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
    var (sum, offset) = (started, start)
    while offset + 8 <= bytes.count {
      sum = rotated(sum ^ round(0, word(bytes, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      sum = rotated(sum ^ UInt64(half) &* prime1, 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < bytes.count {
      sum = rotated(sum ^ UInt64(bytes[offset]) &* prime5, 11) &* prime1
      offset += 1
    }
    sum = (sum ^ sum >> 33) &* prime2
    sum = (sum ^ sum >> 29) &* prime3
    return sum ^ sum >> 32
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* prime2, 31) &* prime1
  }

  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }
}

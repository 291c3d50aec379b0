import Testing

@testable import GalleryUpstream

@Suite("Random bytes")
struct RandomBytesTests {
  @Test("Any part of them is what it is in the whole")
  func parts() {
    let bytes = RandomBytes(seed: 3)
    let whole = bytes[0..<100]
    #expect(whole.count == 100)
    for first in 0...40 {
      for last in first...60 { #expect(bytes[first..<last] == Array(whole[first..<last])) }
    }
  }

  @Test("Those far away come at once, and are not those at the beginning")
  func far() {
    let bytes = RandomBytes(seed: 3)
    let far = bytes[1 << 40..<1 << 40 + 64]
    #expect(far.count == 64)
    #expect(far != bytes[0..<64])
    #expect(bytes[1 << 40 + 3..<1 << 40 + 64] == Array(far[3...]))
  }

  /// Neighbouring seeds of a generator that counts give one stream, shifted.
  @Test("Each seed has its own")
  func seeds() {
    let step: UInt64 = 0x9E37_79B9_7F4A_7C15
    let one = RandomBytes(seed: 1)[0..<800]
    for other in [0, 2, 1 &+ step, 1 &- step] {
      let bytes = RandomBytes(seed: other)[0..<800]
      for shift in [0, 8, 16] {
        #expect(Array(one.dropFirst(shift)) != Array(bytes.dropLast(shift)))
        #expect(Array(bytes.dropFirst(shift)) != Array(one.dropLast(shift)))
      }
    }
  }

  @Test("Every value comes about as often")
  func even() {
    var counts = [Int](repeating: 0, count: 256)
    for byte in RandomBytes(seed: 9)[0..<256_000] { counts[Int(byte)] += 1 }
    #expect(counts.allSatisfy { (800...1_200).contains($0) })
  }

  /// Files that people hold must not change with a version of this program.
  @Test("They stay what they are")
  func stable() {
    var seeds = SplitMix64(seed: 1)
    var random = SplitMix64(seed: seeds.next())
    let expected = (0..<4).flatMap { _ -> [UInt8] in
      let number = random.next()
      return (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    #expect(RandomBytes(seed: 1)[0..<32] == expected)
  }
}

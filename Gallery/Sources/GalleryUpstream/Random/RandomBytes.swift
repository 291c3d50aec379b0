/// Bytes without end that look drawn by lot, and are the same for the same seed. Any part of them is computed on its
/// own: ``SplitMix64`` counts, so that its numbers can be had in any order.
struct RandomBytes: Sendable {
  private let random: SplitMix64

  init(seed: UInt64) {
    // Scrambled first, or those of the neighbour would be the same, shifted.
    var seeds = SplitMix64(seed: seed)
    random = SplitMix64(seed: seeds.next())
  }

  /// Those in a range, counted from 0. Takes time linear in their number, wherever they are.
  subscript(range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let first = position % 8
      let last = min(8, first + range.upperBound - position)
      withUnsafeBytes(of: random.number(position / 8).littleEndian) {
        bytes.append(contentsOf: $0[first..<last])
      }
      position += last - first
    }
    return bytes
  }
}

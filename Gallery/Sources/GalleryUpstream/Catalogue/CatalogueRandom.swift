/// The numbers that a catalogue is invented from, apart for each purpose.
struct CatalogueRandom: Sendable {
  private var numbers: SplitMix64

  /// - Parameters:
  ///   - seed: the catalogue's.
  ///   - salt: what the numbers are for. Different salts give unrelated streams.
  init(seed: UInt64, salt: String) {
    // FNV-1a (Fowler, Noll and Vo), stirred once, so that neighbouring seeds begin far apart.
    let hash = salt.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    var stirred = SplitMix64(seed: hash ^ seed)
    numbers = SplitMix64(seed: stirred.next())
  }

  mutating func next() -> UInt64 {
    numbers.next()
  }

  /// A number from 0 up to and without `bound`, which is far below 2⁶⁴: the bias of the remainder is nil.
  mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  /// One of `elements`, which are not empty.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// True `part` times in a thousand.
  mutating func chance(permille part: Int) -> Bool {
    below(1000) < part
  }
}

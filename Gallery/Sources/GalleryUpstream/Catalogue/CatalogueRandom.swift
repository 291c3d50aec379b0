/// A stream of numbers that is the same on every machine and in every version of Swift.
///
/// SplitMix64 (Steele, Lea and Flood, “Fast Splittable Pseudorandom Number Generators”, OOPSLA 2014). The
/// standard library's `random(in:using:)` and `Hasher` promise no such thing: the first may change its use of
/// the generator, the second is seeded anew in each process.
struct CatalogueRandom: Sendable {
  private var state: UInt64

  /// - Parameters:
  ///   - seed: the catalogue's.
  ///   - salt: what the numbers are for. Different salts give unrelated streams.
  init(seed: UInt64, salt: String) {
    state = salt.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    state ^= seed
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
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

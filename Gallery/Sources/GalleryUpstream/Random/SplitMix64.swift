/// A stream of numbers that is the same on every machine and in every version of Swift: the generator of
/// Steele, Lea and Flood (*Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014), small, and good from
/// the very first number on, whatever the seed.
///
/// Ranges are drawn by arithmetic of its own. The standard library does not promise that its way from bits to a
/// range stays the same from one release to the next, and `Hasher` is seeded anew in each process; a cover and a
/// catalogue must stay what they are.
struct SplitMix64: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The stream of one of many things of a seed. The number is scrambled first: streams count in even steps, and that of the
  /// neighbour would be the same, one draw later.
  init(seed: UInt64, number: UInt64) {
    var numbers = SplitMix64(seed: number)
    self.init(seed: seed ^ numbers.next())
  }

  mutating func next() -> UInt64 {
    state &+= Self.step
    return Self.mix(state)
  }

  /// The number at a place, which is the one that `next()` gives after so many others, without the others.
  func number(_ index: Int) -> UInt64 {
    Self.mix(state &+ Self.step &* (UInt64(index) &+ 1))
  }

  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Scrambles a number: another one for each, of which every bit hangs on all of the number's.
  static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 up to, but without, 1.
  mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  mutating func double(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(unit() * Double(range.count))
  }

  /// `true` that many times out of 1.
  mutating func chance(_ probability: Double) -> Bool {
    unit() < probability
  }

  /// One of the elements, of which there must be at least one.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[int(0...elements.count - 1)]
  }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result = elements
    for last in result.indices.reversed() where last > 0 {
      result.swapAt(last, int(0...last))
    }
    return result
  }
}

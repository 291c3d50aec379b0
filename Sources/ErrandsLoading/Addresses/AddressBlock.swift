/// The addresses that begin with the same bits.
struct AddressBlock: Sendable {
  private let prefix: [UInt8]
  private let bits: Int

  init(_ prefix: [UInt8], bits: Int) {
    self.prefix = prefix + [UInt8](repeating: 0, count: max(0, (bits + 7) / 8 - prefix.count))
    self.bits = bits
  }

  func contains(_ bytes: [UInt8]) -> Bool {
    let whole = bits / 8
    guard bytes.count >= prefix.count, bytes.prefix(whole).elementsEqual(prefix.prefix(whole)) else {
      return false
    }
    let rest = bits % 8
    guard rest > 0 else { return true }
    let mask = UInt8(truncatingIfNeeded: 0xFF << (8 - rest))
    return bytes[whole] & mask == prefix[whole] & mask
  }
}

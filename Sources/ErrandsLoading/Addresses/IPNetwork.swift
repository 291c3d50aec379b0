import Foundation

/// All addresses that begin with the same bits (RFC 4632; RFC 4291, section 2.3).
public struct IPNetwork: Sendable, Hashable {
  /// One of its addresses.
  public let address: IPAddress
  /// How many bits its addresses have in common.
  public let prefixLength: Int

  /// A network. Nil where the address has not so many bits.
  public init?(_ address: IPAddress, prefixLength: Int) {
    guard (0...address.bytes.count * 8).contains(prefixLength) else { return nil }
    self.address = address
    self.prefixLength = prefixLength
  }

  /// A network as it is written: `10.1.0.0/16`, `fd00::/8`, or a single address. Nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let bytes = Self.bytes(String(parts[0])), let address = IPAddress(bytes: bytes) else { return nil }
    guard parts.count == 2 else {
      self.init(address, prefixLength: bytes.count * 8)
      return
    }
    guard let length = FieldList.number(String(parts[1])) else { return nil }
    self.init(address, prefixLength: Int(clamping: length))
  }

  /// Whether an address is in it. An IPv4 address is in no network of IPv6, however it is wrapped.
  public func contains(_ address: IPAddress) -> Bool {
    guard address.bytes.count == self.address.bytes.count else { return false }
    return AddressBlock(self.address.bytes, bits: prefixLength).contains(address.bytes)
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
    if inet_pton(AF_INET6, text, &six) == 1 { return withUnsafeBytes(of: six) { Array($0) } }
    return nil
  }
}

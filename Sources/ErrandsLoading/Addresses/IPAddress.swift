/// An address of the Internet Protocol, version 4 or 6, as its bytes in network order.
public struct IPAddress: Sendable, Hashable {
  /// 4 or 16 bytes, the highest first.
  public let bytes: [UInt8]

  /// Nil for anything but 4 or 16 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Whether it is an address of the public Internet. Loopback, private, link-local, shared, multicast and
  /// reserved addresses are not (IANA's special-purpose registries, RFC 6890), nor is an IPv6 form that
  /// carries such an IPv4 address.
  public var isPublic: Bool {
    if bytes.count == 4 { return !Self.special4.contains { $0.contains(bytes) } }
    if let inner = embedded4 { return inner.isPublic }
    return Self.global6.contains(bytes) && !Self.special6.contains { $0.contains(bytes) }
  }

  /// The IPv4 address inside one of the IPv6 forms that lead to it: mapped (RFC 4291, section 2.5.5.2),
  /// translated by NAT64 (RFC 6052, section 2.1), 6to4 (RFC 3056).
  private var embedded4: IPAddress? {
    if Self.sixToFour.contains(bytes) { return IPAddress(bytes: Array(bytes[2..<6])) }
    guard Self.mapped.contains(bytes) || Self.nat64.contains(bytes) else { return nil }
    return IPAddress(bytes: Array(bytes[12...]))
  }

  private static let mapped = AddressBlock([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], bits: 96)
  private static let nat64 = AddressBlock([0, 0x64, 0xFF, 0x9B], bits: 96)
  private static let sixToFour = AddressBlock([0x20, 0x02], bits: 16)

  private static let special4: [AddressBlock] = [
    AddressBlock([0], bits: 8), AddressBlock([10], bits: 8), AddressBlock([100, 64], bits: 10),
    AddressBlock([127], bits: 8), AddressBlock([169, 254], bits: 16), AddressBlock([172, 16], bits: 12),
    AddressBlock([192, 0, 0], bits: 24), AddressBlock([192, 0, 2], bits: 24),
    AddressBlock([192, 168], bits: 16), AddressBlock([198, 18], bits: 15),
    AddressBlock([198, 51, 100], bits: 24), AddressBlock([203, 0, 113], bits: 24),
    AddressBlock([224], bits: 4), AddressBlock([240], bits: 4),
  ]

  /// All that has been given out for use across the Internet (RFC 4291, section 2.4). What lies outside of it,
  /// such as loopback, unique local, link-local and multicast addresses, need not be told apart.
  private static let global6 = AddressBlock([0x20], bits: 3)

  private static let special6: [AddressBlock] = [
    AddressBlock([0x20, 0x01, 0], bits: 23),  // for protocols, Teredo among them
    AddressBlock([0x20, 0x01, 0x0D, 0xB8], bits: 32),  // documentation
    AddressBlock([0x3F, 0xFF, 0], bits: 20),  // documentation
  ]
}

extension IPAddress: CustomStringConvertible {
  /// Dotted decimals, or eight groups in hexadecimal; `::` and the last group where all others are zero.
  public var description: String {
    guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
    let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    if groups.dropLast().allSatisfy({ $0 == 0 }) { return "::" + String(groups[7], radix: 16) }
    return groups.map { String($0, radix: 16) }.joined(separator: ":")
  }
}

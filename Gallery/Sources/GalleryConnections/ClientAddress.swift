import ErrandsLoading

/// The client that asks, as far as that can be told: an address of version 4, or the first half of one of version 6,
/// for a client with one such address has all that begin with the same 64 bits (RFC 4291, section 2.5.4).
package struct ClientAddress: Sendable, Hashable {
  private let bytes: [UInt8]

  package init(_ address: IPAddress) {
    bytes = address.bytes.count == 4 ? address.bytes : Array(address.bytes.prefix(8))
  }
}

extension ClientAddress: CustomStringConvertible {
  /// The same for the same client, and no other.
  package var description: String { bytes.map { String($0, radix: 16) }.joined(separator: ":") }
}

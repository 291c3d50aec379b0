import ErrandsLoading
import NIOCore

extension IPAddress {
  /// An address as people write it, without brackets; nil for what is none.
  public init?(_ text: some StringProtocol) {
    guard let address = try? SocketAddress(ipAddress: String(text), port: 0) else { return nil }
    self.init(address)
  }

  /// Nil for a socket that has none.
  package init?(_ address: SocketAddress) {
    switch address {
    case .v4(let address): self.init(bytes: withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
    case .v6(let address):
      let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
      // One of version 4 that came to a socket of version 6 (RFC 4291, section 2.5.5.2).
      let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      self.init(bytes: isMapped ? Array(bytes[12...]) : bytes)
    case .unixDomainSocket: return nil
    }
  }
}

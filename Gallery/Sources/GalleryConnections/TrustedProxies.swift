import ErrandsLoading

/// Proxies that are trusted to say who asks by way of them: addresses, and networks of addresses.
public struct TrustedProxies: Sendable, Equatable, ExpressibleByArrayLiteral {
  private let networks: [IPNetwork]

  public init(_ networks: [IPNetwork]) { self.networks = networks }

  public init(arrayLiteral networks: IPNetwork...) { self.init(networks) }

  /// Proxies by their addresses.
  public init(_ addresses: some Sequence<IPAddress>) {
    networks = addresses.compactMap { IPNetwork($0, prefixLength: $0.bytes.count * 8) }
  }

  package func contains(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }
}

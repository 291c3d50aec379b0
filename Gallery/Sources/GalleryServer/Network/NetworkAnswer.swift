import GalleryConnections

/// What the network is like, as the page reads it: with all faults that there are, also those that never happen.
struct NetworkAnswer: Encodable {
  private enum CodingKeys: String, CodingKey { case latency, bandwidth, loss, faults }

  private let network: Network

  init(_ network: Network) {
    self.network = network
  }

  /// By hand, for a bandwidth without limit is `null` and not left out.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(network.latency / .milliseconds(1), forKey: .latency)
    try container.encode(network.bandwidth, forKey: .bandwidth)
    try container.encode(network.loss, forKey: .loss)
    let faults = UpstreamFault.allCases.map { ($0.rawValue, network.faults[$0] ?? 0) }
    try container.encode(Dictionary(faults, uniquingKeysWith: { first, _ in first }), forKey: .faults)
  }
}

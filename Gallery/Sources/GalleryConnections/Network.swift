/// How bad the network between the embedded upstream and its clients is.
public struct Network: Sendable, Equatable {
  /// Before the head of each answer.
  public var latency = Duration.zero
  /// Bytes a second for each answer, or nil for as fast as it goes.
  public var bandwidth: Int?
  /// The share of packets that are lost and come again a little later, 0 to 1.
  public var loss = 0.0
  /// How often each fault happens, 0 to 1, of all requests. At most one happens to a request: where the shares
  /// add up to more than 1, the last ones in the order of `UpstreamFault.allCases` come short.
  public var faults: [UpstreamFault: Double] = [:]

  public init() {}
}

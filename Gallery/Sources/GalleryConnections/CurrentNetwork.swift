import GalleryJobs

/// The network between the embedded upstream and its clients, which can be changed while it is used.
///
/// What an answer meets is decided when it begins, so that one that is under way goes on as it was.
public final class CurrentNetwork: Sendable {
  private let state: Lock<Network>

  public init(_ network: Network = Network()) {
    state = Lock(network)
  }

  public var value: Network { state.withLock { $0 } }

  /// - Parameter tell: Called with the new one before another change can be made, so that two who make one at once are told of in
  ///   the order in which they were made. It must not ask for the network, nor block.
  public func change(to network: Network, telling tell: (Network) -> Void = { _ in }) {
    state.withLock { state in
      state = network
      tell(network)
    }
  }
}

/// What a transport has measured of one request, on its own clock. Each is nil where the transport does not know it.
public struct TransportTimings: Sendable, Hashable {
  /// From the call until the head of the request went out: looking the name up, waiting for a connection of the pool, and making
  /// one.
  public var waited: Duration?
  /// Of that, until the connection was made that was made for this request, with TLS; nil where it was there before.
  public var connected: Duration?
  /// From the head of the request on its way to the head of the answer.
  public var answered: Duration?
  /// Whether the connection has carried a request before.
  public var isReused: Bool?

  /// Timings of which nothing is known unless it is given.
  public init(
    waited: Duration? = nil,
    connected: Duration? = nil,
    answered: Duration? = nil,
    isReused: Bool? = nil
  ) {
    self.waited = waited
    self.connected = connected
    self.answered = answered
    self.isReused = isReused
  }
}

/// Whom a connection leads to: the server, or the proxy that stands before it.
public struct TransportPeer: Sendable, Hashable, CustomStringConvertible {
  /// Its address.
  public let address: IPAddress
  /// Its port.
  public let port: Int

  /// A peer at this address and port.
  public init(address: IPAddress, port: Int) {
    self.address = address
    self.port = port
  }

  /// As in `192.0.2.1:443` and `[2001:db8:0:0:0:0:0:1]:443`.
  public var description: String { address.bytes.count == 4 ? "\(address):\(port)" : "[\(address)]:\(port)" }
}

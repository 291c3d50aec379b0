import GalleryConnections
import Hummingbird

extension Request {
  /// The client that asks: the other end of the connection, or, where that is a proxy that is trusted, the client that
  /// it names. Nil where that cannot be told.
  func client(trusting proxies: TrustedProxies) -> ClientAddress? {
    guard let peer = Connection.current?.peer else { return nil }
    guard proxies.contains(peer) else { return ClientAddress(peer) }
    return ClientAddress(headers.client(behind: proxies) ?? peer)
  }
}

import ErrandsLoading
import GalleryConnections
import Hummingbird

extension Request {
  /// The client that asks: the other end of the connection, or, where that is a proxy that is trusted, the client that
  /// it names. Nil where that cannot be told.
  func client(trusting proxies: TrustedProxies) -> ClientAddress? {
    address(trusting: proxies).map { ClientAddress($0) }
  }

  /// The same, as an address.
  func address(trusting proxies: TrustedProxies) -> IPAddress? {
    guard let peer = Connection.current?.peer else { return nil }
    return proxies.contains(peer) ? headers.client(behind: proxies) ?? peer : peer
  }

  /// The same where it is told, and nil where a proxy tells it in a way that is not believed: the proxy may have limits of its
  /// own, but no rights.
  func certainAddress(trusting proxies: TrustedProxies) -> IPAddress? {
    guard let peer = Connection.current?.peer else { return nil }
    return proxies.contains(peer) && headers.namesClient ? headers.client(behind: proxies) : peer
  }
}

import ErrandsLoading
import Foundation
import GalleryConnections
import HTTPTypes
import Hummingbird

extension Request {
  /// The client that asks: the other end of the connection, or, where that is a proxy that is trusted, the client that
  /// it names. Nil where that cannot be told.
  ///
  /// Each proxy adds the address that has asked it to the end of `X-Forwarded-For`, and what stands before that any
  /// client may have made up. So the last address counts that is not itself a trusted proxy's.
  func client(trusting proxies: Set<IPAddress>) -> ClientAddress? {
    guard let peer = Connection.current?.peer else { return nil }
    guard proxies.contains(peer) else { return ClientAddress(peer) }
    let forwarded = HTTPField.Name("X-Forwarded-For").map { headers[values: $0] } ?? []
    for text in forwarded.joined(separator: ",").split(separator: ",").reversed() {
      guard let address = IPAddress(text.trimmingCharacters(in: .whitespaces)) else { break }
      if !proxies.contains(address) { return ClientAddress(address) }
    }
    return ClientAddress(peer)
  }
}

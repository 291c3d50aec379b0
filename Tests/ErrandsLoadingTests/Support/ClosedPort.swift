import ErrandsLoading
import Foundation

/// A port on loopback that refuses connections, and is nobody else's for as long as this lives: one that a server had just
/// left was given to the next one.
final class ClosedPort: Sendable {
  let port: Int
  let url: URL
  private let socket: Int32

  init() throws {
    let (socket, address) = try FullListener.bound()
    self.socket = socket
    port = Int(UInt16(bigEndian: address.sin_port))
    url = try URL(fetching: "http://127.0.0.1:\(port)/")
  }

  deinit { close(socket) }
}

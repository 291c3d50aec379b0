import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A port on loopback whose queue is full: connecting to it takes for ever.
final class FullListener: Sendable {
  let port: Int
  private let sockets: [Int32]

  init() throws {
    let (listener, bound) = try Self.bound()
    var address = bound
    try #require(listen(listener, 0) == 0)
    port = Int(UInt16(bigEndian: address.sin_port))
    // Not blocking, so that those for whom there is no room either do not wait here.
    let fillers = (0..<4).map { _ in Self.stream() }
    for filler in fillers {
      _ = fcntl(filler, F_SETFL, O_NONBLOCK)
      _ = Self.withAddress(&address) { connect(filler, $0, $1) }
    }
    sockets = fillers + [listener]
  }

  deinit {
    for socket in sockets { close(socket) }
  }

  /// A socket with a port of its own on loopback, on which nobody listens yet.
  static func bound() throws -> (socket: Int32, address: sockaddr_in) {
    let socket = stream()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    try #require(withAddress(&address) { bind(socket, $0, $1) } == 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let found = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    try #require(found == 0)
    return (socket, address)
  }

  private static func stream() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  private static func withAddress(
    _ address: inout sockaddr_in,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}

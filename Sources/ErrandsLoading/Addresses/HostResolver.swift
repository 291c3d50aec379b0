import Dispatch
import Errands
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Asks the system for the addresses of a host, off the cooperative pool: the call blocks, for seconds where
/// the name server does not answer, and cannot be stopped.
///
/// Each name is looked up once at a time, for all who ask for it, on a thread that is nobody else's: on threads that all names
/// shared, a few loads of one that hung held up those of all others. No `SingleFlight`: that would give up a look-up with the last
/// who waits for it, and begin another one while the first still has its thread.
final class HostResolver: Sendable {
  static let system = HostResolver { lookUp($0, flags: 0) }

  private let lookUp: @Sendable (_ host: String) -> [IPAddress]
  private let lookups = Lock<[String: Settlement<[IPAddress]>]>([:])

  /// - Parameter lookUp: Gives the addresses of a name, and none for one that leads nowhere. May block.
  init(_ lookUp: @escaping @Sendable (_ host: String) -> [IPAddress]) {
    self.lookUp = lookUp
  }

  /// - Throws: ``FetchError/Cause/hostNotFound``; `CancellationError`, at once, where the task is cancelled. The name is looked up
  ///   for others all the same.
  func addresses(of url: URL) async throws -> [IPAddress] {
    let host = (url.host ?? "").trimmingCharacters(in: ["[", "]"])
    // A host that is an address, however it is spelt, needs no name server and so no thread.
    let literal = Self.lookUp(host, flags: AI_NUMERICHOST)
    if !literal.isEmpty { return literal }
    let addresses = try await lookup(of: host).value()
    guard !addresses.isEmpty else { throw FetchError(url, .hostNotFound) }
    return addresses
  }

  /// The one that is under way, or a new one.
  private func lookup(of host: String) -> Settlement<[IPAddress]> {
    let own = Settlement<[IPAddress]>()
    let lookup = lookups.withLock { lookups in
      let lookup = lookups[host] ?? own
      lookups[host] = lookup
      return lookup
    }
    guard lookup === own else { return lookup }
    DispatchQueue(label: "errands.host-resolver").async { [self] in
      let addresses = lookUp(host)
      lookups.withLock { $0[host] = nil }
      own.settle(.success(addresses))
    }
    return own
  }

  private static func lookUp(_ host: String, flags: Int32) -> [IPAddress] {
    var hints = addrinfo()
    hints.ai_flags = flags
    hints.ai_family = AF_UNSPEC
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    return sequence(first: list, next: { $0?.pointee.ai_next })
      .compactMap { $0?.pointee.ai_addr }
      .compactMap(address)
  }

  private static func address(_ socketAddress: UnsafeMutablePointer<sockaddr>) -> IPAddress? {
    let raw = UnsafeRawPointer(socketAddress)
    switch Int32(socketAddress.pointee.sa_family) {
    case AF_INET:
      let address = raw.assumingMemoryBound(to: sockaddr_in.self).pointee.sin_addr
      return IPAddress(bytes: withUnsafeBytes(of: address) { Array($0) })
    case AF_INET6:
      let address = raw.assumingMemoryBound(to: sockaddr_in6.self).pointee.sin6_addr
      return IPAddress(bytes: withUnsafeBytes(of: address) { Array($0) })
    default: return nil
    }
  }
}

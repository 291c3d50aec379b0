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
/// the name server does not answer.
enum HostResolver {
  private static let queue = DispatchQueue(label: "errands.host-resolver", attributes: .concurrent)

  static func addresses(of url: URL) async throws -> [IPAddress] {
    let host = (url.host ?? "").trimmingCharacters(in: ["[", "]"])
    // A host that is an address, however it is spelt, needs no name server and so no thread.
    let literal = lookUp(host, flags: AI_NUMERICHOST)
    if !literal.isEmpty { return literal }
    return try await Errand<[IPAddress]>.fromCallback("resolve \(host)") { callback in
      queue.async {
        let addresses = lookUp(host, flags: 0)
        callback(addresses.isEmpty ? .failure(FetchError(url, .hostNotFound)) : .success(addresses))
      }
    }.value()
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

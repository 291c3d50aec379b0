import Foundation
import NIOCore

/// The names under which this server may be asked for.
///
/// A page elsewhere can have its own name lead to this machine once it has been loaded (DNS rebinding), and is of this
/// server's origin then, as far as the browser knows. But its requests bear its name.
struct ServedHosts: Sendable {
  /// In lower case, and an address of version 6 without brackets.
  let listened: String
  private let publicURL: URL?
  /// In the same form.
  private let publicHost: String?

  /// - Parameters:
  ///   - listened: What the server listens on: a name, or an address.
  ///   - publicURL: Where people reach it, perhaps by way of a proxy.
  init(listened: String, publicURL: URL?) {
    self.listened = Authority(listened)?.host ?? listened.lowercased()
    self.publicURL = publicURL
    publicHost = publicURL?.host().map { Authority($0)?.host ?? $0.lowercased() }
  }

  /// Whether a request with this `Host` is meant for this server. The port does not matter: a container or a proxy may
  /// show another one, and it tells no page from another.
  func serves(_ authority: Authority) -> Bool {
    let host = authority.host
    if host == listened || host == "localhost" || host == publicHost { return true }
    guard let literal = Self.address(host) else { return false }
    if listened == "localhost" { return Self.isLoopback(host) }
    guard let address = Self.address(listened) else {
      // It listens on a name, whose addresses are for the system to say. No page elsewhere can have a literal for name.
      return true
    }
    return address == literal || Self.isAny(listened)
  }

  /// Whether a page of this origin is one that this server has shown: of the public URL's, or, for the server itself
  /// speaks plain HTTP only, of the `http` one that the request was sent to.
  ///
  /// - Parameter authority: The `Host` of the request that the page has made.
  func shows(origin: String, to authority: Authority) -> Bool {
    guard let asking = Origin(origin) else { return false }
    if let publicURL, let shown = Origin(publicURL) {
      // What was sent there has come by way of no other scheme.
      if asking == shown || shown == Origin(scheme: publicURL.scheme ?? "", authority: authority) {
        return asking == shown
      }
    }
    return asking == Origin(scheme: "http", authority: authority)
  }

  /// What opens, as addresses have it: what stands for all addresses of the machine opens nowhere.
  var opening: String {
    guard listened.contains(":") else { return Self.isAny(listened) ? "127.0.0.1" : listened }
    return Self.isAny(listened) ? "[::1]" : "[\(listened)]"
  }

  /// Whether only this machine can reach what is listened on.
  var isLocal: Bool { listened == "localhost" || Self.isLoopback(listened) || listened.hasPrefix("127.") }

  private static func address(_ host: String) -> SocketAddress? {
    try? SocketAddress(ipAddress: host, port: 0)
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "127.0.0.1" || address(host) == address("::1")
  }

  /// Whether it stands for all addresses of the machine.
  private static func isAny(_ host: String) -> Bool { host == "0.0.0.0" || address(host) == address("::") }
}

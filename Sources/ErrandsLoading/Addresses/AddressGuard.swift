import Errands
import Foundation

/// Which addresses may be connected to. By default those of the public Internet, so that an address that a
/// client or a server supplied cannot reach into this machine or its network.
public struct AddressGuard: Sendable, Hashable {
  /// An address that is allowed though it is not public.
  public struct Exception: Sendable, Hashable {
    /// The address; only exactly this one is allowed.
    public let address: IPAddress
    /// The port; only exactly this one is allowed.
    public let port: Int

    /// An exception for one address and one port.
    public init(address: IPAddress, port: Int) {
      self.address = address
      self.port = port
    }
  }

  /// Whether every address may be connected to. Default false.
  public var allowsPrivate: Bool
  /// Single addresses that are allowed all the same, such as a server of this program's own.
  public var exceptions: Set<Exception>
  /// Networks that are allowed though they are not public, such as that of a company's own servers. Default none.
  public var networks: [IPNetwork] = []
  /// The only hosts that are asked at all, redirects included: names without regard to case, and `.example.com` for all hosts
  /// below `example.com`. Default nil: any. Their addresses are looked at all the same.
  public var hosts: Set<String>?

  /// A guard; by default only public addresses are permitted.
  public init(allowsPrivate: Bool = false, exceptions: Set<Exception> = []) {
    self.allowsPrivate = allowsPrivate
    self.exceptions = exceptions
  }

  /// Whether a connection to this address and port is permitted.
  public func permits(_ address: IPAddress, port: Int) -> Bool {
    allowsPrivate || address.isPublic || exceptions.contains(Exception(address: address, port: port))
      || networks.contains { $0.contains(address) }
  }

  /// Whether a host of this name is asked at all.
  public func permits(host: String) -> Bool {
    guard let hosts else { return true }
    // A dot at the end says that the name is whole, and names the same host.
    let name = Self.plain(host)
    return hosts.contains { allowed in
      let allowed = Self.plain(allowed)
      return allowed.hasPrefix(".") ? name.hasSuffix(allowed) : name == allowed
    }
  }

  private static func plain(_ host: String) -> String {
    let host = host.lowercased()
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }

  /// Resolves the host of a URL and checks every address that it has, before there is a connection to any of them:
  /// what comes of a connection would tell whether a port is open there.
  package func checkResolved(_ url: URL) async throws {
    guard hosts == nil || permits(host: url.host ?? "") else { throw FetchError(url, .hostForbidden) }
    guard !allowsPrivate else { return }
    let port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    for address in try await HostResolver.system.addresses(of: url) where !permits(address, port: port) {
      throw FetchError(url, .addressForbidden(address: address.description))
    }
  }
}

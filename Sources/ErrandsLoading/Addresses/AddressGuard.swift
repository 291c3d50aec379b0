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

  /// A guard; by default only public addresses are permitted.
  public init(allowsPrivate: Bool = false, exceptions: Set<Exception> = []) {
    self.allowsPrivate = allowsPrivate
    self.exceptions = exceptions
  }

  /// Whether a connection to this address and port is permitted.
  public func permits(_ address: IPAddress, port: Int) -> Bool {
    allowsPrivate || address.isPublic || exceptions.contains(Exception(address: address, port: port))
  }

  /// Resolves the host of a URL and checks every address that it has, before there is a connection to any of them:
  /// what comes of a connection would tell whether a port is open there.
  package func checkResolved(_ url: URL) async throws {
    guard !allowsPrivate else { return }
    let port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    for address in try await HostResolver.addresses(of: url) where !permits(address, port: port) {
      throw FetchError(url, .addressForbidden(address: address.description))
    }
  }
}

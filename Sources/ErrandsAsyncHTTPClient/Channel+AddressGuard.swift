import ErrandsLoading
import NIOCore

/// The connection leads to an address that the guard does not permit.
struct ForbiddenAddress: Error {
  let address: String
}

extension Channel {
  /// Refuses the connection where its peer is not permitted. The channel has to be closed here: the pool does
  /// not close one whose initializer failed.
  func checkAddress(_ addressGuard: AddressGuard) -> EventLoopFuture<Void> {
    guard let address = remoteAddress?.ipAddressBytes, let port = remoteAddress?.port else {
      return refuse("an unknown address")
    }
    guard addressGuard.permits(address, port: port) else { return refuse(address.description) }
    return eventLoop.makeSucceededVoidFuture()
  }

  private func refuse(_ address: String) -> EventLoopFuture<Void> {
    close(promise: nil)
    return eventLoop.makeFailedFuture(ForbiddenAddress(address: address))
  }
}

extension SocketAddress {
  var ipAddressBytes: IPAddress? {
    switch self {
    case .v4(let address):
      IPAddress(bytes: withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
    case .v6(let address):
      IPAddress(bytes: withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
    case .unixDomainSocket: nil
    }
  }
}
